package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.redact.Redactor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The last lines that a browser printed, and what they mean. Immutable.
 */
record BrowserOutput(List<String> lastLines) {
    private static final int TAIL_BYTES = 2000;
    private static final int LINES = 3;

    /** What to do, by a part of what was printed; the first one that fits is taken. */
    private static final Map<String, String> HINTS = new LinkedHashMap<>();

    static {
        HINTS.put(
                "error while loading shared libraries",
                "A library is missing: install the browser with its dependencies (apt-get install chromium).");
        HINTS.put(
                "without --no-sandbox",
                "As root it needs browser.sandbox set to off (or to auto, without browser.args).");
        HINTS.put("No usable sandbox", "Set browser.sandbox to off, or allow unprivileged user namespaces.");
        HINTS.put("Missing X server", "There is no display: set browser.headed to false.");
        HINTS.put("Socket path too long", "Choose a shorter --home, or a shorter java.io.tmpdir.");
        HINTS.put("No space left on device", "The disk is full.");
        HINTS.put("failed to execute", "The file is no program that runs on this machine.");
    }

    BrowserOutput {
        lastLines = List.copyOf(lastLines);
    }

    static BrowserOutput read(Path file) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(Math.max(0, in.length() - TAIL_BYTES));
            byte[] tail = new byte[(int) Math.min(TAIL_BYTES, in.length())];
            in.readFully(tail);
            return of(new String(tail, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return new BrowserOutput(List.of());
        }
    }

    static BrowserOutput of(String text) {
        List<String> lines = text.lines()
                .map(String::trim)
                .filter(l -> !l.isEmpty() && !l.contains(":ERROR:dbus/")) // no message bus: harmless, and everywhere
                .toList();
        return new BrowserOutput(lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }

    /** One or two sentences for people, without secrets. */
    String explained() {
        if (lastLines.isEmpty()) {
            return "It printed nothing; is it a Chromium?";
        }
        String printed = String.join(" | ", lastLines);
        return "It printed: " + Redactor.text(printed)
                + HINTS.entrySet().stream()
                        .filter(h -> printed.contains(h.getKey()))
                        .findFirst()
                        .map(h -> " — " + h.getValue())
                        .orElse("");
    }
}
