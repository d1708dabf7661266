package io.cdpsupervisor.mcp.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as it stands on a line: one value, nothing behind it. Safe for any thread. */
final class JsonLines {
    private final ObjectMapper mapper = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(StdioServer.MAX_LINE)
                    .build())
            .build());

    /**
     * Maps, lists, strings, {@code Long} or {@code BigInteger}, {@code Double}, booleans, null. Reads without the mapper,
     * whose own reading takes longer to load and knows integers only as all {@code Long} or as a mixture.
     */
    Object read(byte[] line) throws IOException {
        try (JsonParser in = mapper.createParser(line)) {
            in.nextToken();
            Object value = value(in);
            if (in.nextToken() != null) {
                throw new JsonParseException(in, "There is more behind the value");
            }
            return value;
        }
    }

    /** Without a line feed. */
    String text(Object value) throws JsonProcessingException {
        return mapper.writeValueAsString(value);
    }

    /** Half of a surrogate pair, which a page can put into any string, becomes a question mark. */
    byte[] line(Object value) throws JsonProcessingException {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    /** The value at the parser's token; its depth is bounded by the parser. */
    private static Object value(JsonParser in) throws IOException {
        JsonToken token = in.currentToken();
        if (token == null) {
            throw new JsonParseException(in, "The line ends too early");
        }
        return switch (token) {
            case START_OBJECT -> object(in);
            case START_ARRAY -> array(in);
            case VALUE_STRING -> in.getText();
            case VALUE_NUMBER_INT -> integer(in.getNumberValue());
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static Map<String, Object> object(JsonParser in) throws IOException {
        Map<String, Object> object = new LinkedHashMap<>();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            object.put(name, value(in));
        }
        return object;
    }

    private static List<Object> array(JsonParser in) throws IOException {
        List<Object> array = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(in));
        }
        return array;
    }

    private static Number integer(Number number) {
        return number instanceof BigInteger ? number : (Number) number.longValue();
    }
}
