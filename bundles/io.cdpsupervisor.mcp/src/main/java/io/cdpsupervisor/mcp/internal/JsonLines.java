package io.cdpsupervisor.mcp.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** JSON as it stands on a line: integers are {@code Long}, nothing may follow the value. Safe for any thread. */
final class JsonLines {
    private final ObjectMapper mapper = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(StdioServer.MAX_LINE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_LONG_FOR_INTS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Maps, lists, strings, {@code Long} or {@code BigInteger}, {@code Double}, booleans, null. */
    Object read(byte[] line) throws IOException {
        return mapper.readValue(line, Object.class);
    }

    /** Without a line feed. */
    String text(Object value) throws JsonProcessingException {
        return mapper.writeValueAsString(value);
    }

    /** Half of a surrogate pair, which a page can put into any string, becomes a question mark. */
    byte[] line(Object value) throws JsonProcessingException {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }
}
