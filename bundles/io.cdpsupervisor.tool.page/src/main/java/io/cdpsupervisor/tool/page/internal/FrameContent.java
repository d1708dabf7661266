package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was read of one frame, with the frames inside it. Filled by {@link PageReader}, then only read; confined to one
 * call.
 *
 * @param tree empty when the frame could not be read
 * @param placed the frames inside by the DOM node of their {@code iframe} element
 * @param unplaced frames inside of which that is unknown
 */
record FrameContent(
        FrameInfo frame, Optional<AxTree> tree, Map<Long, FrameContent> placed, List<FrameContent> unplaced) {

    FrameContent(FrameInfo frame, Optional<AxTree> tree) {
        this(frame, tree, new LinkedHashMap<>(), new ArrayList<>());
    }
}
