package io.cdpsupervisor.mcp.internal;

import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.tool.ToolResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tool's result in the form in which MCP carries it. Safe for any thread. */
final class ToolAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(ToolAnswers.class);

    private final JsonLines json;

    ToolAnswers(JsonLines json) {
        this.json = json;
    }

    /** One JSON object, as text and, letter for letter the same, as structured content; pictures beside it. */
    Map<String, Object> answer(ToolResult result) {
        try {
            return encode(result);
        } catch (IOException
                | RuntimeException
                | Error e) { // too deep or too big is no reason to leave the agent waiting
            return bug("The result cannot be written as JSON", e);
        }
    }

    /** What an agent gets when something of ours broke. */
    Map<String, Object> bug(String what, Throwable cause) {
        String reference = UUID.randomUUID().toString().substring(0, 8);
        LOG.error("{} (reference {})", what, reference, cause);
        ToolResult failure = ToolResult.failure(
                ErrorCode.INTERNAL, what + ". This is a bug; the log has the details under " + reference + ".");
        try {
            return encode(failure);
        } catch (IOException e) {
            throw new IllegalStateException("A map of three plain values cannot fail to be written", e);
        }
    }

    private Map<String, Object> encode(ToolResult result) throws IOException {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("success", result.success());
        result.fields().forEach(object::putIfAbsent);
        String text = json.text(object);
        List<Object> content = new ArrayList<>();
        content.add(text(text));
        result.images().forEach(png -> content.add(image(png)));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("content", content);
        answer.put("structuredContent", new JsonLines.Raw(text));
        answer.put("isError", !result.success());
        return answer;
    }

    private static Map<String, Object> text(String text) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("type", "text");
        item.put("text", text);
        return item;
    }

    private static Map<String, Object> image(byte[] png) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("type", "image");
        item.put("data", Base64.getEncoder().encodeToString(png));
        item.put("mimeType", "image/png");
        return item;
    }
}
