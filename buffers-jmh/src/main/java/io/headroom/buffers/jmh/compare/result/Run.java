package io.headroom.buffers.jmh.compare.result;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** One strategy in one round: one receiver process, under loads or under attack. In JSON its fields tell which. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(LoadRun.class), @JsonSubTypes.Type(AttackRun.class)})
public sealed interface Run permits LoadRun, AttackRun {
    /** Returns which round it was, counted from 1. */
    int round();

    /** Returns the strategy's name. */
    String strategy();

    /** Returns in a few words what came out. */
    String summary();

    /** Returns why there is no more to tell, in one sentence; null if all figures are there. */
    default @Nullable String trouble() {
        return null;
    }
}
