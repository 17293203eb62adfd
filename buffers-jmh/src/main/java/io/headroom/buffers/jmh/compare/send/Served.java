package io.headroom.buffers.jmh.compare.send;

import io.headroom.buffers.jmh.compare.result.Service;

/** A sender's answer to "watch", as words of a line and back. */
public final class Served {
    private Served() {}

    static String words(Service service) {
        return service.seconds() + " " + service.messages() + " " + service.bytes() + " " + service.worstWaitSeconds()
                + " " + service.stalledSeconds() + " " + service.waiting() + " " + service.lost();
    }

    /** Returns how peers were served, by the answer to "watch". */
    public static Service of(String answer) {
        String[] words = answer.split(" ", -1);
        return new Service(
                Double.parseDouble(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Double.parseDouble(words[3]),
                Double.parseDouble(words[4]),
                Integer.parseInt(words[5]),
                Integer.parseInt(words[6]));
    }
}
