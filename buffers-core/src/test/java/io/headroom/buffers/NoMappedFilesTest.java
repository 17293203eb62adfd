package io.headroom.buffers;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * A thread that waits for a page of a mapped file reaches no safepoint, and all other threads wait with it. So the library maps no file: what
 * is mapped is the application's, by its own choice.
 */
class NoMappedFilesTest {
    private static final ArchRule MAPS_NO_FILE = noClasses()
            .should()
            .callMethodWhere(target(name("map")).and(target(owner(assignableTo(FileChannel.class)))))
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(FileChannel.class);

    /** What the rule is there to find. */
    static final class Mapping {
        private Mapping() {}

        static ByteBuffer map(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file)) {
                return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            }
        }
    }

    @Test
    void libraryMapsNoFile() {
        JavaClasses library = new ClassFileImporter().importPath(Path.of("target", "classes"));
        assertThat(library.contain(ReadBuffer.class)).isTrue();
        MAPS_NO_FILE.check(library);
    }

    @Test
    void ruleFindsWhoMapsOne() {
        JavaClasses mapping = new ClassFileImporter().importClasses(Mapping.class);
        assertThatThrownBy(() -> MAPS_NO_FILE.check(mapping))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("FileChannel.map(");
    }
}
