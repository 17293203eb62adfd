package io.headroom.buffers.jmh.compare.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The JSON form of a comparison: its records, field by field. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    /** Writes a comparison. */
    public static void write(Comparison comparison, Path file) throws IOException {
        Files.writeString(file, MAPPER.writeValueAsString(comparison) + "\n");
    }

    /** Reads a comparison that was written by {@link #write}. */
    public static Comparison read(Path file) throws IOException {
        return MAPPER.readValue(Files.readString(file), Comparison.class);
    }
}
