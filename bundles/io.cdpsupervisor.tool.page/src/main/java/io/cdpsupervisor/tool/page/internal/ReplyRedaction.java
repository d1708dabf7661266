package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.redact.Redactor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes secrets out of a command's result, but leaves binary data alone, in which a match would be chance and a mask
 * damage. Pure; safe for any thread.
 */
final class ReplyRedaction {

    /** Where the result of a method is always base64. */
    private static final Map<String, List<String>> BINARY = Map.of(
            "Page.captureScreenshot", List.of("data"),
            "Page.printToPDF", List.of("data"),
            "Network.streamResourceContent", List.of("bufferedData"),
            "HeadlessExperimental.beginFrame", List.of("screenshotData"),
            "CacheStorage.requestCachedResponse", List.of("response", "body"));

    /** Where it is base64 when {@code base64Encoded} beside it says so. */
    private static final Map<String, List<String>> MARKED_BINARY = Map.of(
            "Network.getResponseBody", List.of("body"),
            "Fetch.getResponseBody", List.of("body"),
            "IO.read", List.of("data"),
            "Network.getRequestPostData", List.of("postData"));

    private ReplyRedaction() {}

    /** A copy of the result with secrets masked. */
    static Map<String, Object> of(String method, Map<String, Object> result) {
        List<String> binary = BINARY.getOrDefault(method, List.of());
        if (Boolean.TRUE.equals(result.get("base64Encoded"))) {
            binary = MARKED_BINARY.getOrDefault(method, binary);
        }
        return redact(result, binary);
    }

    private static Map<String, Object> redact(Map<?, ?> map, List<String> binary) {
        Map<String, Object> out = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            boolean onPath = !binary.isEmpty() && binary.get(0).equals(key);
            out.put(Redactor.text(String.valueOf(key)), onPath ? keep(value, binary) : Redactor.deep(value));
        });
        return out;
    }

    private static Object keep(Object value, List<String> binary) {
        List<String> rest = binary.subList(1, binary.size());
        if (rest.isEmpty()) {
            return value;
        }
        return value instanceof Map<?, ?> map ? redact(map, rest) : Redactor.deep(value);
    }
}
