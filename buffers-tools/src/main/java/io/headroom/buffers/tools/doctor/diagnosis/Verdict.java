package io.headroom.buffers.tools.doctor.diagnosis;

/** What a diagnosis comes to. */
public enum Verdict {
    /** Nothing worse than notes, and enough is known to say so. */
    HEALTHY("healthy"),
    /** A warning or something worse. */
    UNHEALTHY("not healthy"),
    /** Nothing was found, but collections or regions are not in what was read. */
    UNKNOWN("cannot tell");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** Returns it in words. */
    public String words() {
        return words;
    }
}
