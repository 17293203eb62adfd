package io.headroom.buffers.tools.doctor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Version;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionSizeTest {
    @ParameterizedTest
    @CsvSource({
        "1,         16, 1m",
        "524272,    16, 1m",
        "524273,    16, 2m",
        "1048560,   16, 2m",
        "1048561,   16, 4m",
        "2097136,   16, 4m",
        "2097137,   16, 8m",
        "2097161,   16, 8m",
        "2097152,   16, 8m",
        "8388592,   16, 16m",
        "16777200,  16, 32m",
        "16777216,  16, 64m",
        "524276,    12, 1m",
        "524277,    12, 2m",
        "524264,    24, 1m",
        "524265,    24, 2m",
        "2147483639,16, 8192m"
    })
    void isTheSmallestOfWhichTheArrayAndItsHeaderAreAtMostHalf(long length, int header, String region) {
        long object = RegionSize.ofArray(length, header);
        assertThat(RegionSize.flag(RegionSize.smallestFor(object))).isEqualTo(region);
    }

    @Test
    void isLargerFrom18On() {
        assertThat(RegionSize.largest(version("17.0.15+6"))).isEqualTo(32 << 20);
        assertThat(RegionSize.largest(version("18"))).isEqualTo(512 << 20);
        assertThat(RegionSize.largest(version("25.0.3+9-LTS"))).isEqualTo(512 << 20);
        assertThat(RegionSize.largest(Answer.unknown("lost"))).isEqualTo(32 << 20);
    }

    @Test
    void wastesHalfWhenTheHeaderTakesARegionMore() {
        TreeMap<Long, Long> bySize = new TreeMap<>(Map.of(RegionSize.ofArray(32 << 20, 16), 10L));
        assertThat(RegionSize.waste(bySize, 32 << 20)).isCloseTo(0.5, within(0.001));
        assertThat(RegionSize.waste(new TreeMap<>(Map.of(32L << 20, 10L)), 32 << 20))
                .isZero();
        assertThat(RegionSize.waste(new TreeMap<>(), 32 << 20)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "1.8.0_40-b25,   8, 40",
        "1.8.0,          8,  0",
        "11.0.22+7,     11,  0",
        "17,            17,  0",
        "25-ea+1,       25,  0",
        "25.0.3+9-LTS,  25,  0"
    })
    void readsVersions(String text, int feature, int update) {
        assertThat(Version.parse(text)).hasValue(new Version(text, feature, update));
    }

    private static Answer<Version> version(String text) {
        return Answer.of(Version.parse(text).orElseThrow());
    }
}
