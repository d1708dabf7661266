package io.cdpsupervisor.launcher.internal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How Chromium is called: its arguments and the little of our environment that it gets to see. Immutable.
 */
record ChromiumCommand(List<String> arguments, Map<String, String> environment) {

    /** Ours alone to say: an operator's arguments never move the endpoint or the profile. */
    private static final Set<String> RESERVED = Set.of(
            "--remote-debugging-port", "--remote-debugging-address", "--remote-debugging-pipe", "--user-data-dir");

    /** None of these holds a key. */
    private static final Set<String> PASSED_ON = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "LANG",
            "LANGUAGE",
            "TZ",
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "XAUTHORITY",
            "XDG_RUNTIME_DIR",
            "XDG_CONFIG_HOME",
            "XDG_CACHE_HOME",
            "XDG_DATA_HOME",
            "XDG_DATA_DIRS",
            "XDG_CURRENT_DESKTOP",
            "DBUS_SESSION_BUS_ADDRESS",
            "LD_LIBRARY_PATH",
            "FONTCONFIG_FILE",
            "FONTCONFIG_PATH",
            "CHROME_DEVEL_SANDBOX");

    ChromiumCommand {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /**
     * The call for one launch.
     *
     * @param temp the browser's own folder for temporary files
     * @param ours this process's environment
     */
    static ChromiumCommand of(
            Path executable,
            ProfileFolder folder,
            Path temp,
            LauncherSettings settings,
            SandboxPolicy sandbox,
            Map<String, String> ours) {
        boolean headed = settings.headed() && (ours.containsKey("DISPLAY") || ours.containsKey("WAYLAND_DISPLAY"));
        List<String> arguments = new ArrayList<>(List.of(
                executable.toString(),
                "--user-data-dir=" + folder.userDataDir(),
                "--remote-debugging-address=127.0.0.1",
                "--remote-debugging-port=0",
                "--no-first-run",
                "--no-default-browser-check",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-default-apps",
                "--disable-hang-monitor",
                "--disable-popup-blocking",
                "--disable-prompt-on-repost",
                "--disable-sync",
                "--disable-features=Translate"));
        // A keyring would make cookies of a kept profile unreadable without it; a thrown-away one needs none.
        arguments.add(folder.ephemeral() ? "--password-store=basic" : "--disk-cache-size=268435456");
        arguments.addAll(sandbox.arguments(settings));
        if (!headed) {
            arguments.add("--headless=new");
        }
        settings.args().stream()
                .filter(a -> !RESERVED.contains(a.split("=", 2)[0]))
                .forEach(arguments::add);
        arguments.add("about:blank");
        return new ChromiumCommand(arguments, environment(ours, temp, headed));
    }

    private static Map<String, String> environment(Map<String, String> ours, Path temp, boolean headed) {
        Map<String, String> environment = new TreeMap<>();
        for (String name : new TreeSet<>(ours.keySet())) {
            if (PASSED_ON.contains(name) || name.startsWith("LC_")) {
                environment.put(name, ours.get(name));
            } else if (name.toLowerCase(Locale.ROOT).matches("(https?|all|no)_proxy")) {
                environment.put(name, ours.get(name).replaceAll("//[^/@]*@", "//"));
            }
        }
        environment.put("TMPDIR", temp.toString());
        if (!headed) {
            // Without these it keeps crash reports and desktop caches in the user's home, whatever its profile is.
            environment.put("XDG_CONFIG_HOME", temp.toString());
            environment.put("XDG_CACHE_HOME", temp.toString());
        }
        return environment;
    }
}
