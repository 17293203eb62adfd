package io.headroom.buffers;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** Where a stream is cut into reads: offsets in rising order, 0 and the end left out. */
final class Cuts {
    private Cuts() {}

    static List<Integer> whole() {
        return List.of();
    }

    static List<Integer> everyByte(int length) {
        List<Integer> cuts = new ArrayList<>(length);
        for (int i = 1; i < length; i++) {
            cuts.add(i);
        }
        return cuts;
    }

    /** Whole, byte by byte, at each single place, and a few times at random. */
    static List<List<Integer>> ofAllKinds(int length) {
        List<List<Integer>> kinds = new ArrayList<>(List.of(whole(), everyByte(length)));
        for (int cut = 1; cut < length; cut++) {
            kinds.add(List.of(cut));
        }
        for (int seed = 0; seed < 4 && length > 1; seed++) {
            kinds.add(random(length, seed));
        }
        return kinds;
    }

    static List<Integer> random(int length, long seed) {
        Random random = new Random(seed);
        TreeSet<Integer> cuts = new TreeSet<>();
        int pieces = Math.min(length, 1 + random.nextInt(12));
        for (int i = 1; i < pieces; i++) {
            cuts.add(1 + random.nextInt(length - 1));
        }
        return new ArrayList<>(cuts);
    }
}
