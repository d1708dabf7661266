package io.cdpsupervisor.api.dialog;

import java.util.Locale;

/** Kind of a JavaScript dialog (CDP {@code Page.DialogType}). Immutable. */
public enum DialogType {
    ALERT,
    CONFIRM,
    PROMPT,
    BEFOREUNLOAD;

    /** The protocol's word. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** By the protocol's word; an unknown word counts as an alert, which any answer closes. */
    public static DialogType of(String word) {
        for (DialogType type : values()) {
            if (type.wire().equals(word)) {
                return type;
            }
        }
        return ALERT;
    }
}
