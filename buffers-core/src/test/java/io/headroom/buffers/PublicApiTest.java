package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The public API is what {@code buffers-core/api.txt} says, so that it changes only on purpose: after a change that is meant, copy {@code
 * target/api.txt} over it.
 */
class PublicApiTest {
    @Test
    void isWhatTheDumpSays() throws Exception {
        String dump = dump();
        Files.writeString(Path.of("target", "api.txt"), dump);
        assertThat(dump).isEqualTo(Files.readString(Path.of("api.txt")));
    }

    private static String dump() throws IOException, ClassNotFoundException {
        Path classes = Path.of("target", "classes");
        List<String> names;
        try (Stream<Path> files = Files.walk(classes)) {
            names = files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.startsWith("io") && file.endsWith(".class"))
                    .map(file -> file.substring(0, file.length() - ".class".length())
                            .replace('/', '.')
                            .replace('\\', '.'))
                    .filter(name -> !name.endsWith("package-info"))
                    .sorted()
                    .collect(Collectors.toList());
        }
        StringBuilder dump = new StringBuilder();
        for (String name : names) {
            Class<?> type = Class.forName(name, false, PublicApiTest.class.getClassLoader());
            if (isPublic(type)) {
                dump.append(describe(type));
            }
        }
        return dump.toString();
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
    }

    private static String describe(Class<?> type) {
        TreeSet<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field)) {
                members.add(modifiers(field) + field.getGenericType().getTypeName() + " " + field.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor)) {
                members.add(modifiers(constructor) + "new" + parameters(constructor));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isVisible(method)) {
                members.add(modifiers(method) + nullable(method.getAnnotatedReturnType())
                        + method.getGenericReturnType().getTypeName() + " " + method.getName() + parameters(method));
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(type.toGenericString());
        members.forEach(member -> lines.add("    " + member));
        return String.join("\n", lines) + "\n";
    }

    private static boolean isVisible(Member member) {
        return !member.isSynthetic() && (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    private static String modifiers(Member member) {
        String modifiers = Modifier.toString(member.getModifiers() & ~(Modifier.TRANSIENT | Modifier.VOLATILE));
        return modifiers.isEmpty() ? "" : modifiers + " ";
    }

    private static String nullable(AnnotatedElement type) {
        boolean isNullable = Arrays.stream(type.getAnnotations())
                .anyMatch(annotation ->
                        annotation.annotationType().getSimpleName().equals("Nullable"));
        return isNullable ? "@Nullable " : "";
    }

    private static String parameters(Executable executable) {
        String parameters = Arrays.stream(executable.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(", ", "(", ")"));
        String thrown = Arrays.stream(executable.getGenericExceptionTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(", "));
        return thrown.isEmpty() ? parameters : parameters + " throws " + thrown;
    }
}
