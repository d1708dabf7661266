package io.cdpsupervisor.supervisor.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How Chromium's own dialogs are answered: {@code Page.handleJavaScriptDialog} on the session of the top-level page,
 * also for dialogs of frames ("Command can only be executed on top-level targets"). Pure.
 */
final class NativeDialogProtocol {

    static final String OPENING = "Page.javascriptDialogOpening";
    static final String CLOSED = "Page.javascriptDialogClosed";
    static final String HANDLE = "Page.handleJavaScriptDialog";

    private NativeDialogProtocol() {}

    /**
     * Parameters of {@link #HANDLE}.
     *
     * @param defaultPrompt as it came from the page: Chromium gives an accepted prompt the empty string, not its
     *     default, when no text is sent along
     */
    static Map<String, Object> answer(
            boolean accept, Optional<String> promptText, boolean prompt, String defaultPrompt) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("accept", accept);
        if (prompt && accept) {
            params.put("promptText", promptText.orElse(defaultPrompt));
        }
        return params;
    }
}
