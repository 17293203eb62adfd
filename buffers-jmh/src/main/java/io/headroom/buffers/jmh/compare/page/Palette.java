package io.headroom.buffers.jmh.compare.page;

import java.util.ArrayList;
import java.util.List;

/**
 * A colour for each strategy, the same in every chart and table, and on every page that is made with the same order. Colours are told apart
 * by their place in the order; beyond the last one they begin again, and the names beside the bars still tell which is which.
 */
final class Palette {
    private static final String PREFIX = "c";
    private static final List<Colour> COLOURS = List.of(
            new Colour("#b3382c", "#f0796c"),
            new Colour("#c2621b", "#f59a52"),
            new Colour("#967a0c", "#d9b93f"),
            new Colour("#8a4fa8", "#c792e6"),
            new Colour("#5c6875", "#9fb0c0"),
            new Colour("#1d6fa5", "#63b3ed"),
            new Colour("#187a43", "#4cc783"),
            new Colour("#0f7f7c", "#45c9c4"),
            new Colour("#b83280", "#f28cc4"),
            new Colour("#4c51bf", "#a3a8f5"));

    private final List<String> order;

    private record Colour(String light, String dark) {}

    /**
     * Returns the colours of a page.
     *
     * @param order strategies that have colours of their own on every page
     * @param shown strategies of this page; those not in {@code order} follow
     */
    Palette(List<String> order, List<String> shown) {
        List<String> all = new ArrayList<>(order);
        shown.stream().filter(name -> !all.contains(name)).forEach(all::add);
        this.order = List.copyOf(all);
    }

    /** Returns the class of what is in the strategy's colour. */
    String colour(String strategy) {
        return PREFIX + order.indexOf(strategy) % COLOURS.size();
    }

    /** Returns the style sheet's lines for the colours on a light page. */
    static String light() {
        StringBuilder css = new StringBuilder();
        for (int i = 0; i < COLOURS.size(); i++) {
            css.append(rule(i, COLOURS.get(i).light));
        }
        return css.toString();
    }

    /** Returns the style sheet's lines for the colours on a dark page. */
    static String dark() {
        StringBuilder css = new StringBuilder();
        for (int i = 0; i < COLOURS.size(); i++) {
            css.append(rule(i, COLOURS.get(i).dark));
        }
        return css.toString();
    }

    private static String rule(int index, String colour) {
        return "." + PREFIX + index + " { --colour: " + colour + "; }\n";
    }
}
