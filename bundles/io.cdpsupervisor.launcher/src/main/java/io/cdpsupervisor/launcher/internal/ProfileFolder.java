package io.cdpsupervisor.launcher.internal;

import java.nio.file.Path;

/**
 * One profile and where we keep what we know about it. Made by {@link BrowserHome}. Immutable.
 *
 * @param userDataDir canonical
 * @param state our own folder for it, outside of the profile
 * @param ephemeral whether the profile is ours and deleted at its end
 */
record ProfileFolder(Path userDataDir, Path state, boolean ephemeral) {

    Path record() {
        return state.resolve("launch.json");
    }

    Path leases() {
        return state.resolve("leases");
    }

    Path lock() {
        return state.resolve("state.lock");
    }

    /** What the browser printed since its last start. */
    Path output() {
        return state.resolve("browser.log");
    }

    Path portFile() {
        return userDataDir.resolve("DevToolsActivePort");
    }

    Path singletonLock() {
        return userDataDir.resolve("SingletonLock");
    }
}
