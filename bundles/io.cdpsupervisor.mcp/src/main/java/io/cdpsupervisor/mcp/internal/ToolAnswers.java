package io.cdpsupervisor.mcp.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.util.RawValue;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.tool.ToolResult;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
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
    CallToolResult answer(ToolResult result) {
        try {
            return encode(result);
        } catch (JsonProcessingException | RuntimeException e) {
            return bug("The result cannot be written as JSON", e);
        }
    }

    /** What an agent gets when something of ours broke. */
    CallToolResult bug(String what, Throwable cause) {
        String reference = UUID.randomUUID().toString().substring(0, 8);
        LOG.error("{} (reference {})", what, reference, cause);
        ToolResult failure = ToolResult.failure(
                ErrorCode.INTERNAL, what + ". This is a bug; the log has the details under " + reference + ".");
        try {
            return encode(failure);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A map of three plain values cannot fail to be written", e);
        }
    }

    private CallToolResult encode(ToolResult result) throws JsonProcessingException {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("success", result.success());
        object.putAll(result.fields());
        object.put("success", result.success());
        String text = json.text(object);
        List<Content> content = new ArrayList<>();
        content.add(TextContent.builder(text).build());
        for (byte[] png : result.images()) {
            content.add(ImageContent.builder(Base64.getEncoder().encodeToString(png), "image/png")
                    .build());
        }
        return CallToolResult.builder(content)
                .structuredContent(new RawValue(text))
                .isError(!result.success())
                .build();
    }
}
