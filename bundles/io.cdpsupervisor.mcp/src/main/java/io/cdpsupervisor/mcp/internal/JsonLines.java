package io.cdpsupervisor.mcp.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON as it stands on a line: maps, collections, strings, numbers, booleans and null. It keeps to Jackson's streams,
 * because loading its object mapper alone would double the time until an agent is greeted. Safe for any thread.
 */
final class JsonLines {
    /** Names, values, brackets; a line of nothing but {@code {},{},…} takes thirty times its length in memory. */
    private static final int MAX_TOKENS = 2_000_000;

    private final JsonFactory factory = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(StdioServer.MAX_LINE)
                    .maxTokenCount(MAX_TOKENS)
                    .build())
            .build();

    /** JSON that is written already and stands for itself inside another value. */
    record Raw(String json) {}

    /**
     * One value with nothing behind it; integers are {@code Long} or {@code BigInteger}, other numbers {@code Double}.
     *
     * @throws StreamConstraintsException it may be JSON, but has too many values, levels or digits to be read
     */
    Object read(byte[] line) throws IOException {
        try (JsonParser in = factory.createParser(line)) {
            in.nextToken();
            Object value = value(in);
            if (in.nextToken() != null) {
                throw new JsonParseException(in, "There is more behind the value");
            }
            return value;
        }
    }

    /**
     * Without a line feed.
     *
     * @throws IOException the value is not JSON-shaped
     */
    String text(Object value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = factory.createGenerator(text)) {
            write(out, value);
        }
        return text.toString();
    }

    /** Half of a surrogate pair, which a page can put into any string, becomes a question mark. */
    byte[] line(Object value) throws IOException {
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

    private static void write(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> field : map.entrySet()) {
                out.writeFieldName(String.valueOf(field.getKey()));
                write(out, field.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof Collection<?> items) {
            out.writeStartArray();
            for (Object item : items) {
                write(out, item);
            }
            out.writeEndArray();
        } else {
            writeScalar(out, value);
        }
    }

    private static void writeScalar(JsonGenerator out, Object value) throws IOException {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof String text) {
            out.writeString(text);
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof Number number) {
            writeNumber(out, number);
        } else if (value instanceof Raw raw) {
            out.writeRawValue(raw.json());
        } else {
            throw new JsonGenerationException("A " + value.getClass().getName() + " is not JSON", out);
        }
    }

    /** What JSON has no number for, such as infinity, is written as a string. */
    private static void writeNumber(JsonGenerator out, Number number) throws IOException {
        if (number instanceof BigInteger integer) {
            out.writeNumber(integer);
        } else if (number instanceof BigDecimal decimal) {
            out.writeNumber(decimal);
        } else if (number instanceof Double || number instanceof Float) {
            out.writeNumber(number.doubleValue());
        } else {
            out.writeNumber(number.longValue());
        }
    }
}
