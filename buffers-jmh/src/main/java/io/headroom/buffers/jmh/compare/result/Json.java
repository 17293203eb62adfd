package io.headroom.buffers.jmh.compare.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The JSON form of a comparison: its records, field by field. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

    private Json() {}

    /** Writes a comparison. */
    public static void write(Comparison comparison, Path file) throws IOException {
        Files.writeString(file, MAPPER.writeValueAsString(comparison) + "\n");
    }

    /**
     * Reads a comparison that was written by {@link #write}. Its figures are drawn from its runs anew, as they are drawn today.
     *
     * @throws IOException if the file cannot be read, or holds anything else
     */
    public static Comparison read(Path file) throws IOException {
        try {
            Comparison written = MAPPER.readValue(Files.readString(file), Comparison.class);
            if (written != null && written.experiment() != null && written.runs() != null) {
                return Comparison.of(written.experiment(), written.runs());
            }
        } catch (JsonProcessingException e) {
            throw new IOException(file + " holds no comparison: " + e.getOriginalMessage(), e);
        }
        throw new IOException(file + " holds no comparison");
    }
}
