package io.cdpsupervisor.transport.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON text to plain values and back. Safe for any thread. */
final class Json {

    /** Decoding is recursive; deeper documents stay text. */
    private static final int MAX_DEPTH = 2_000;

    /** Cuts out members without building them, so nothing but the message size limits it. */
    static final JsonFactory SCANNING = factory(Integer.MAX_VALUE);

    private static final JsonFactory DECODING = factory(MAX_DEPTH);

    private Json() {}

    /**
     * Without thread locals, and without a symbol table: pages choose the names, and could fill it or make it collide.
     */
    private static JsonFactory factory(int depth) {
        return JsonFactory.builder()
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .recyclerPool(JsonRecyclerPools.newBoundedPool(8))
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(depth)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                // keeps lone surrogates, which UTF-8 cannot carry
                .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                .build();
    }

    /**
     * Decodes an object: unmodifiable, in wire order, JSON null as null.
     *
     * @throws CdpException {@code internal}: it is nested too deep, or no JSON object
     */
    static Map<String, Object> decode(String object) {
        try (JsonParser parser = DECODING.createParser(object)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new CdpException(ErrorCode.INTERNAL, "The browser sent something that is not a JSON object.");
            }
            return map(parser);
        } catch (IOException e) {
            throw new CdpException(
                    ErrorCode.INTERNAL,
                    "The browser sent JSON that cannot be decoded (more than " + MAX_DEPTH
                            + " levels, or broken); its text is still there to be read.");
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> map(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static Map<String, Object> map(JsonParser parser) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            map.put(name, value(parser));
        }
        return Collections.unmodifiableMap(map);
    }

    private static List<Object> list(JsonParser parser) throws IOException {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(parser));
        }
        return Collections.unmodifiableList(list);
    }

    private static Number integer(JsonParser parser) throws IOException {
        if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return parser.getBigIntegerValue();
        }
        return parser.getLongValue();
    }

    /**
     * Writes a command.
     *
     * @throws CdpException {@code invalid_argument}: a value is of a type that JSON does not have
     */
    static String command(long id, Optional<String> sessionId, String method, Map<String, ?> params) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = DECODING.createGenerator(text)) {
            out.writeStartObject();
            out.writeNumberField("id", id);
            out.writeStringField("method", method);
            if (sessionId.isPresent()) {
                out.writeStringField("sessionId", sessionId.get());
            }
            out.writeFieldName("params");
            write(out, method, params);
            out.writeEndObject();
        } catch (IOException e) {
            throw new CdpException(ErrorCode.INVALID_ARGUMENT, "The params of " + method + " cannot be written: " + e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator out, String method, Object value) throws IOException {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof CharSequence text) {
            out.writeString(text.toString());
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof Number number) {
            writeNumber(out, method, number);
        } else if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName(String.valueOf(entry.getKey()));
                write(out, method, entry.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            out.writeStartArray();
            for (Object element : list) {
                write(out, method, element);
            }
            out.writeEndArray();
        } else {
            throw notJson(method, value.getClass().getName());
        }
    }

    private static void writeNumber(JsonGenerator out, String method, Number number) throws IOException {
        if (number instanceof BigInteger big) {
            out.writeNumber(big);
        } else if (number instanceof BigDecimal big) {
            out.writeNumber(big);
        } else if (number instanceof Double || number instanceof Float) {
            if (!Double.isFinite(number.doubleValue())) {
                throw notJson(method, String.valueOf(number));
            }
            out.writeNumber(number.doubleValue());
        } else if (number instanceof Long
                || number instanceof Integer
                || number instanceof Short
                || number instanceof Byte) {
            out.writeNumber(number.longValue());
        } else {
            throw notJson(method, number.getClass().getName());
        }
    }

    private static CdpException notJson(String method, String what) {
        return new CdpException(
                ErrorCode.INVALID_ARGUMENT,
                "The params of " + method + " hold " + what
                        + ", which JSON does not have: use maps, lists, strings, finite numbers, booleans and null.");
    }
}
