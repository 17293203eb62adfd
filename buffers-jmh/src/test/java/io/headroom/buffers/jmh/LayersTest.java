package io.headroom.buffers.jmh;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;

/** Imports go down only: commands and what is published, what runs, how it is recorded, and the wire and the streams that know nothing of it. */
@AnalyzeClasses(packages = LayersTest.JMH, importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    static final String JMH = "io.headroom.buffers.jmh";
    private static final String COMPARE = JMH + ".compare";

    @ArchTest
    static final ArchRule comparisons = Architectures.layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(COMPARE + "..")
            .layer("command")
            .definedBy(COMPARE)
            .layer("processes")
            .definedBy(COMPARE + ".receive", COMPARE + ".send", COMPARE + ".attack")
            .layer("flight")
            .definedBy(COMPARE + ".flight")
            .layer("page")
            .definedBy(COMPARE + ".page")
            .layer("result")
            .definedBy(COMPARE + ".result")
            .layer("child")
            .definedBy(COMPARE + ".child")
            .layer("wire")
            .definedBy(COMPARE + ".wire")
            .whereLayer("command")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("processes")
            .mayOnlyBeAccessedByLayers("command")
            .whereLayer("page")
            .mayOnlyBeAccessedByLayers("command")
            .whereLayer("flight")
            .mayOnlyBeAccessedByLayers("command", "processes")
            .whereLayer("wire")
            .mayOnlyBeAccessedByLayers("command", "processes")
            .whereLayer("child")
            .mayOnlyBeAccessedByLayers("command", "processes");

    @ArchTest
    static final ArchRule benchmarks = Architectures.layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(
                    JMH, JMH + ".results..", JMH + ".held..", JMH + ".strategy..", JMH + ".stream..")
            .layer("benchmarks")
            .definedBy(JMH)
            .layer("results")
            .definedBy(JMH + ".results..")
            .layer("held")
            .definedBy(JMH + ".held..")
            .layer("strategy")
            .definedBy(JMH + ".strategy..")
            .layer("stream")
            .definedBy(JMH + ".stream..")
            .whereLayer("benchmarks")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("results")
            .mayOnlyBeAccessedByLayers("benchmarks")
            .whereLayer("held")
            .mayOnlyBeAccessedByLayers("benchmarks", "results")
            .whereLayer("strategy")
            .mayOnlyBeAccessedByLayers("benchmarks", "results", "held");

    @ArchTest
    static final ArchRule packagesFormNoCycle =
            slices().matching("io.headroom.buffers.(**)").should().beFreeOfCycles();
}
