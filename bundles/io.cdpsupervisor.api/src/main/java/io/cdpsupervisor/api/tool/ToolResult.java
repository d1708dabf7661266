package io.cdpsupervisor.api.tool;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an agent gets: one JSON object, perhaps with pictures. Immutable.
 *
 * @param success whether the call did what was asked
 * @param fields JSON-shaped values beside {@code success}; for a failure at least {@code code} and {@code error}
 * @param withState whether the host adds the task's state (dialogs, frames, page); it always does on failures
 * @param images PNG pictures
 */
public record ToolResult(boolean success, Map<String, Object> fields, boolean withState, List<byte[]> images) {

    public ToolResult {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        images = List.copyOf(images);
    }

    public static ToolResult ok(Map<String, Object> fields) {
        return new ToolResult(true, fields, false, List.of());
    }

    /** A success with the task's state beside it. */
    public static ToolResult okWithState(Map<String, Object> fields) {
        return new ToolResult(true, fields, true, List.of());
    }

    public static ToolResult failure(BrowserException e) {
        return failure(e.code().wire(), e.getMessage(), e.details());
    }

    public static ToolResult failure(ErrorCode code, String error) {
        return failure(code.wire(), error, Map.of());
    }

    /**
     * A failure.
     *
     * @param code of the contract, or {@code vendor:code}
     * @param error one or two sentences: what happened and the next step
     */
    public static ToolResult failure(String code, String error, Map<String, Object> details) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("code", code);
        fields.put("error", error);
        fields.putAll(details);
        return new ToolResult(false, fields, true, List.of());
    }

    /** The same with one more field. */
    public ToolResult with(String key, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(key, value);
        return new ToolResult(success, more, withState, images);
    }

    public ToolResult withImage(byte[] png) {
        List<byte[]> all = new ArrayList<>(images);
        all.add(png);
        return new ToolResult(success, fields, withState, all);
    }
}
