package io.cdpsupervisor.transport.internal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One message, opened as far as its envelope; the body stays text. Immutable.
 *
 * @param id of a reply
 * @param method of an event
 * @param params an object as text; empty when there is none
 * @param result any value as text; an empty object when there is none
 * @param error any value as text
 */
record Incoming(
        OptionalLong id,
        Optional<String> method,
        Optional<String> sessionId,
        String params,
        String result,
        Optional<String> error) {

    private static final String EMPTY_OBJECT = "{}";

    /** @throws IOException it is not a message of the protocol; why, without a word of the text */
    static Incoming parse(String text) throws IOException {
        try {
            return new Scan(text).message();
        } catch (JsonProcessingException e) {
            throw new IOException("not JSON");
        }
    }

    /** One pass over one text. */
    private static final class Scan {
        private final String text;
        private OptionalLong id = OptionalLong.empty();
        private Optional<String> method = Optional.empty();
        private Optional<String> sessionId = Optional.empty();
        private String params = EMPTY_OBJECT;
        private String result = EMPTY_OBJECT;
        private Optional<String> error = Optional.empty();

        Scan(String text) {
            this.text = text;
        }

        Incoming message() throws IOException {
            try (JsonParser parser = Json.SCANNING.createParser(text)) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    throw new IOException("not an object");
                }
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    member(parser, name, parser.nextToken());
                }
                if (parser.nextToken() != null) {
                    throw new IOException("more than one value");
                }
            }
            if (id.isEmpty() && method.isEmpty()) {
                throw new IOException("neither id nor method");
            }
            return new Incoming(id, method, sessionId, params, result, error);
        }

        private void member(JsonParser parser, String name, JsonToken value) throws IOException {
            switch (name) {
                case "id" -> id = OptionalLong.of(number(parser, value));
                case "method" -> method = Optional.of(string(parser, name, value));
                case "sessionId" -> sessionId = Optional.of(string(parser, name, value));
                case "params" -> {
                    if (value != JsonToken.START_OBJECT) {
                        throw new IOException("params is not an object");
                    }
                    params = raw(parser);
                }
                case "result" -> result = value == JsonToken.VALUE_NULL ? EMPTY_OBJECT : raw(parser);
                case "error" -> error = Optional.of(raw(parser));
                default -> parser.skipChildren();
            }
        }

        private static long number(JsonParser parser, JsonToken value) throws IOException {
            if (value != JsonToken.VALUE_NUMBER_INT) {
                throw new IOException("id is not a whole number");
            }
            return parser.getLongValue();
        }

        private static String string(JsonParser parser, String name, JsonToken value) throws IOException {
            if (value != JsonToken.VALUE_STRING) {
                throw new IOException(name + " is not a string");
            }
            return parser.getText();
        }

        private String raw(JsonParser parser) throws IOException {
            int start = (int) parser.currentTokenLocation().getCharOffset();
            parser.skipChildren();
            // a string is only found by its opening quote; this goes to its end
            parser.finishToken();
            return text.substring(start, (int) parser.currentLocation().getCharOffset());
        }
    }
}
