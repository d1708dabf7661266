package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.launcher.LaunchRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which profile a request means: the one it names, or the throw-away one of its key. Safe for any thread. */
final class RequestedProfiles {
    private final BrowserHome home;
    private final UsersOwnProfiles usersOwn;
    private final Map<String, ProfileFolder> ephemerals = new ConcurrentHashMap<>(); // by key

    RequestedProfiles(BrowserHome home, UsersOwnProfiles usersOwn) {
        this.home = home;
        this.usersOwn = usersOwn;
    }

    /** @throws BrowserException {@code launch_failed}: the profile is the user's own */
    ProfileFolder folderFor(LaunchRequest request) throws IOException {
        if (request.ephemeral()) {
            return ephemerals.computeIfAbsent(request.key(), key -> newEphemeral());
        }
        Path profile = request.userDataDir().get();
        if (usersOwn.contains(profile)) {
            throw new BrowserException(
                    ErrorCode.LAUNCH_FAILED,
                    "The profile " + profile + " belongs to the user's own browser, which cannot be driven there."
                            + " Name another browser.user_data_dir, or leave it empty.");
        }
        return home.persistent(profile);
    }

    /** Whether a request that was given this folder still means it: a throw-away one may have ended meanwhile. */
    boolean isCurrent(LaunchRequest request, ProfileFolder folder) {
        return !request.ephemeral() || folder.equals(ephemerals.get(request.key()));
    }

    /** The next request of its key gets a fresh one. */
    void forget(ProfileFolder folder) {
        ephemerals.values().remove(folder);
    }

    private ProfileFolder newEphemeral() {
        try {
            return home.newEphemeral();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
