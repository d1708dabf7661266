package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Why Chromium's own sandbox cannot work here; no reasons means that it can. Immutable.
 *
 * @param reasons for the log, such as {@code running as root}
 * @param smallSharedMemory whether /dev/shm is too small for a page's pictures
 */
record SandboxPolicy(List<String> reasons, boolean smallSharedMemory) {
    private static final long LEAST_SHARED_MEMORY = 256L << 20;

    SandboxPolicy {
        reasons = List.copyOf(reasons);
    }

    /** @param root of the file system; another one in tests */
    static SandboxPolicy of(Path root) {
        List<String> reasons = new ArrayList<>();
        if (isRoot(root)) {
            reasons.add("running as root");
        }
        if (Files.exists(root.resolve(".dockerenv"))
                || text(root.resolve("proc/1/cgroup")).contains("docker")) {
            reasons.add("running in a container");
        }
        if (text(root.resolve("proc/sys/kernel/apparmor_restrict_unprivileged_userns"))
                .trim()
                .equals("1")) {
            reasons.add("AppArmor keeps user namespaces from unprivileged users");
        }
        return new SandboxPolicy(reasons, isSmall(root.resolve("dev/shm")));
    }

    /** The arguments that follow; an operator who gives arguments of his own decides about the sandbox himself. */
    List<String> arguments(LauncherSettings settings) {
        List<String> arguments = new ArrayList<>();
        boolean off = isOff(settings);
        if (off) {
            arguments.add("--no-sandbox");
        }
        if (off || smallSharedMemory) {
            arguments.add("--disable-dev-shm-usage");
        }
        return arguments;
    }

    /** For the log. */
    String explained(LauncherSettings settings) {
        String why = reasons.isEmpty() ? "nothing speaks against it" : String.join(", ", reasons);
        return "sandbox " + (isOff(settings) ? "off" : "on") + " (browser.sandbox is "
                + settings.sandbox().name().toLowerCase(Locale.ROOT) + ", " + why + ")"
                + (smallSharedMemory ? "; /dev/shm is too small and not used" : "");
    }

    private boolean isOff(LauncherSettings settings) {
        return switch (settings.sandbox()) {
            case OFF -> true;
            case REQUIRED -> false;
            case AUTO -> !reasons.isEmpty() && settings.args().isEmpty();
        };
    }

    private static boolean isRoot(Path root) {
        return text(root.resolve("proc/self/status"))
                .lines()
                .filter(l -> l.startsWith("Uid:"))
                .anyMatch(l -> l.split("\\s+").length > 2 && l.split("\\s+")[2].equals("0"));
    }

    private static boolean isSmall(Path sharedMemory) {
        try {
            return Files.getFileStore(sharedMemory).getTotalSpace() < LEAST_SHARED_MEMORY;
        } catch (IOException e) {
            return true; // there is none
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
