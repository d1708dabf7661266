package io.cdpsupervisor.testkit.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Collections;
import java.util.Map;

/** JSON text to plain values and back, with the number types of the product. Safe for any thread. */
public final class TestJson {

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .build();

    private TestJson() {}

    /** As text. */
    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** An object, in wire order. */
    public static Map<String, Object> read(String json) {
        try {
            return Collections.unmodifiableMap(MAPPER.readValue(json, new TypeReference<Map<String, Object>>() {}));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A copy with the types that come over the wire. */
    public static Map<String, Object> copy(Map<String, ?> value) {
        return read(write(value));
    }
}
