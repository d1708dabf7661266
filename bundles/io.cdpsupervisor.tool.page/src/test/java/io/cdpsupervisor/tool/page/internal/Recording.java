package io.cdpsupervisor.tool.page.internal;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What Chromium 156 answered for a page with a form, a list, a table, a {@code srcdoc} iframe with another in it, and a
 * cross-origin iframe with a {@code srcdoc} one in it; ids and port replaced, unread keys left out. Immutable.
 *
 * @param frames {@code id}, {@code parent}, {@code url}, {@code name}, {@code origin}, {@code oopif}
 * @param owners replies to {@code DOM.getFrameOwner} by frame id
 * @param trees replies to {@code Accessibility.getFullAXTree} by frame id
 */
record Recording(
        List<Map<String, Object>> frames,
        Map<String, Map<String, Object>> owners,
        Map<String, Map<String, Object>> trees) {

    static Recording shop() {
        ObjectMapper mapper = new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);
        try (InputStream json = Recording.class.getResourceAsStream("shop.json")) {
            return mapper.readValue(json, Recording.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<FrameInfo> frameInfos() {
        return frames.stream().map(Recording::frameInfo).toList();
    }

    private static FrameInfo frameInfo(Map<String, Object> json) {
        boolean oopif = Boolean.TRUE.equals(json.get("oopif"));
        return new FrameInfo(
                text(json, "id").orElseThrow(),
                text(json, "parent"),
                text(json, "url").orElseThrow(),
                text(json, "origin").orElseThrow(),
                text(json, "name"),
                oopif,
                oopif ? text(json, "id").map(id -> "session of " + id) : Optional.empty());
    }

    private static Optional<String> text(Map<String, Object> json, String key) {
        return Optional.ofNullable((String) json.get(key));
    }
}
