package io.cdpsupervisor.itests.product;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Base64;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * What a tool call came back with. Immutable.
 *
 * @param images the PNG pictures beside it, as they came
 */
record ToolAnswer(JsonNode fields, List<byte[]> images) {

    /** Checks the form that every answer has: the same object as text and structured, and a flag for failures. */
    static ToolAnswer of(JsonNode message) {
        JsonNode result = message.path("result");
        JsonNode fields = result.path("structuredContent");
        if (!fields.path("success").isBoolean()) {
            throw new AssertionError("No tool result: " + message);
        }
        if (result.path("isError").asBoolean() == fields.path("success").asBoolean()) {
            throw new AssertionError("isError and success do not fit together: " + message);
        }
        if (!fields.equals(text(result))) {
            throw new AssertionError("Text and structured content differ: " + message);
        }
        return new ToolAnswer(fields, images(result));
    }

    private static List<byte[]> images(JsonNode result) {
        return StreamSupport.stream(result.path("content").spliterator(), false)
                .filter(item -> item.path("type").asText().equals("image")
                        && item.path("mimeType").asText().equals("image/png"))
                .map(item -> Base64.getDecoder().decode(item.path("data").asText()))
                .toList();
    }

    private static JsonNode text(JsonNode result) {
        try {
            return new ObjectMapper()
                    .readTree(result.path("content").path(0).path("text").asText());
        } catch (JsonProcessingException e) {
            throw new AssertionError("The text content is no JSON: " + result, e);
        }
    }

    /** Itself, when the call succeeded. */
    ToolAnswer ok() {
        if (!success()) {
            throw new AssertionError("The call failed: " + fields);
        }
        return this;
    }

    boolean success() {
        return fields.path("success").asBoolean();
    }

    String code() {
        return fields.path("code").asText();
    }

    String error() {
        return fields.path("error").asText();
    }

    /** A value by JSON pointer; missing is a missing node. */
    JsonNode at(String pointer) {
        return fields.at(pointer);
    }

    /** The value of a {@code Runtime.evaluate}. */
    JsonNode value() {
        return at("/result/result/value");
    }
}
