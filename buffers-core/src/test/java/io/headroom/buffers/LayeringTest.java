package io.headroom.buffers;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Imports go down only: telemetry may use the root and framing, the root memory and framing, which use neither the root nor each other.
 */
@AnalyzeClasses(packages = LayeringTest.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    static final String ROOT = "io.headroom.buffers";
    private static final String MEMORY = ROOT + ".memory..";
    private static final String FRAMING = ROOT + ".framing..";
    private static final String TELEMETRY = ROOT + ".telemetry..";

    @ArchTest
    static final ArchRule memoryUsesNoOtherPackageOfOurs = standsAlone(MEMORY);

    @ArchTest
    static final ArchRule framingUsesNoOtherPackageOfOurs = standsAlone(FRAMING);

    @ArchTest
    static final ArchRule nothingUsesTelemetry = noClasses()
            .that()
            .resideOutsideOfPackage(TELEMETRY)
            .should()
            .dependOnClassesThat(resideInAPackage(TELEMETRY));

    @ArchTest
    static final ArchRule telemetryUsesNoMemory =
            noClasses().that().resideInAPackage(TELEMETRY).should().dependOnClassesThat(resideInAPackage(MEMORY));

    @ArchTest
    static final ArchRule packagesFormNoCycle =
            slices().matching("io.headroom.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule coreUsesTheJdkAndNettysBuffersOnly = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    ROOT + "..",
                    "java..",
                    "javax.management..",
                    "jdk..",
                    "sun.misc",
                    "com.sun.management",
                    "io.netty.buffer..",
                    "io.netty.util..",
                    "org.jspecify.."));

    private static ArchRule standsAlone(String room) {
        return noClasses()
                .that()
                .resideInAPackage(room)
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..").and(not(resideInAPackage(room))));
    }
}
