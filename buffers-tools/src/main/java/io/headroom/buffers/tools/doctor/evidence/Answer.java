package io.headroom.buffers.tools.doctor.evidence;

import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A figure, or the reason why it is not known. "None" is a known figure; "the event is not in this recording" is a reason.
 *
 * @param known the figure, null if it is not known
 * @param note the reason why it is not known; of a known figure what limits it, empty if nothing does
 */
public record Answer<T>(@Nullable T known, String note) {
    /** Returns a known figure. */
    public static <T> Answer<T> of(T known) {
        return new Answer<>(known, "");
    }

    /** Returns a known figure, with what one has to know about it. */
    public static <T> Answer<T> of(T known, String note) {
        return new Answer<>(known, note);
    }

    /** Returns that a figure is not known. */
    public static <T> Answer<T> unknown(String reason) {
        return new Answer<>(null, reason);
    }

    /** Returns whether there is a figure. */
    public boolean isKnown() {
        return known != null;
    }

    /**
     * Returns the figure.
     *
     * @throws NoSuchElementException if it is not known
     */
    public T get() {
        T value = known;
        if (value == null) {
            throw new NoSuchElementException(note);
        }
        return value;
    }

    /** Returns the figure, or another if it is not known. */
    public T or(T other) {
        T value = known;
        return value == null ? other : value;
    }

    /** Does something with the figure if it is known. */
    public void ifKnown(Consumer<? super T> action) {
        T value = known;
        if (value != null) {
            action.accept(value);
        }
    }

    /** Returns what becomes of the figure; the note stays. */
    public <R> Answer<R> map(Function<? super T, ? extends R> function) {
        T value = known;
        return value == null ? unknown(note) : of(function.apply(value), note);
    }
}
