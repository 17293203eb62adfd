package io.headroom.buffers.tools.doctor;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;

/** Imports go down only: command, report, diagnosis, evidence; reading fills the evidence and knows nothing of what becomes of it. */
@AnalyzeClasses(packages = LayersTest.TOOLS, importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    static final String TOOLS = "io.headroom.buffers.tools";
    private static final String FRAMING = TOOLS + ".framing";
    private static final String DOCTOR = TOOLS + ".doctor";

    @ArchTest
    static final ArchRule layers = Architectures.layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(DOCTOR + "..")
            .layer("command")
            .definedBy(DOCTOR)
            .layer("page")
            .definedBy(DOCTOR + ".report.page")
            .layer("report")
            .definedBy(DOCTOR + ".report")
            .layer("diagnosis")
            .definedBy(DOCTOR + ".diagnosis")
            .layer("reading")
            .definedBy(DOCTOR + ".reading")
            .layer("evidence")
            .definedBy(DOCTOR + ".evidence")
            .whereLayer("page")
            .mayOnlyBeAccessedByLayers("command")
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("command", "page")
            .whereLayer("diagnosis")
            .mayOnlyBeAccessedByLayers("command", "report", "page")
            .whereLayer("reading")
            .mayOnlyBeAccessedByLayers("command");

    @ArchTest
    static final ArchRule onlyReadingReadsRecordings = noClasses()
            .that()
            .resideOutsideOfPackage(DOCTOR + ".reading")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jdk.jfr..");

    @ArchTest
    static final ArchRule diagnosisAndEvidenceTouchNoFiles = noClasses()
            .that()
            .resideInAnyPackage(DOCTOR + ".diagnosis", DOCTOR + ".evidence")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.nio..", "java.io..", "com.fasterxml..", "picocli..");

    @ArchTest
    static final ArchRule commandsKnowNothingOfEachOther = slices().matching(TOOLS + ".(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(resideInAPackage(TOOLS + ".."), resideInAPackage(FRAMING));

    @ArchTest
    static final ArchRule framingsKnowNoCommand = noClasses()
            .that()
            .resideInAPackage(FRAMING)
            .should()
            .dependOnClassesThat(resideInAPackage(TOOLS + "..").and(not(resideInAPackage(FRAMING))));

    @ArchTest
    static final ArchRule packagesFormNoCycle =
            slices().matching("io.headroom.(**)").should().beFreeOfCycles();
}
