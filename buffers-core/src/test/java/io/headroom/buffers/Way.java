package io.headroom.buffers;

import java.util.ArrayList;
import java.util.List;

/** A form of reading, and where its frames are held. */
record Way(Form form, boolean heap) {
    static List<Way> all() {
        return of(Form.values());
    }

    /** Those whose handler decides: where frames are pulled, the caller has no methods that are called. */
    static List<Way> pushing() {
        return of(Form.pushing());
    }

    /** Those in which the library itself reads; in the others the caller has the bytes already. */
    static List<Way> reading() {
        return of(Form.SCATTERING, Form.PLAIN, Form.STREAMED, Form.PULLED);
    }

    /** Those in which the caller has the bytes in a buffer of its own. */
    static List<Way> fed() {
        return of(Form.FED, Form.FED_ODDLY);
    }

    private static List<Way> of(Form... forms) {
        List<Way> ways = new ArrayList<>();
        for (Form form : forms) {
            ways.add(new Way(form, false));
            ways.add(new Way(form, true));
        }
        return ways;
    }

    CountedNode node() {
        return new CountedNode(heap);
    }

    @Override
    public String toString() {
        return form + (heap ? " on the heap" : " direct");
    }
}
