package io.cdpsupervisor.launcher.internal;

import java.util.Optional;

/**
 * A browser that answers on its endpoint. Immutable.
 *
 * @param process not certain when somebody else's browser cannot be seen
 * @param record present when this installation started it, so that its last holder may end it
 */
record RunningBrowser(
        ProfileFolder folder, ProcessIdentity process, DevToolsActivePort port, Optional<LaunchRecord> record) {

    static RunningBrowser ours(ProfileFolder folder, LaunchRecord record, DevToolsActivePort port) {
        return new RunningBrowser(folder, record.browser(), port, Optional.of(record));
    }

    boolean owned() {
        return record.isPresent();
    }
}
