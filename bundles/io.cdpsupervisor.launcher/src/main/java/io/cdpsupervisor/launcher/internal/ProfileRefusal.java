package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.util.Map;

/** The sentences with which a launch is refused: who is on the profile, and what to do. Stateless; safe for any thread. */
final class ProfileRefusal {
    private ProfileRefusal() {}

    static BrowserException unreachable(ProfileFolder folder, ProfileOccupancy.Facts facts) {
        String remedy = " runs on it but answers on no debugging port. Close that browser, or choose another"
                + " browser.user_data_dir.";
        boolean lockTells = facts.holder() != ProfileOccupancy.Holder.GONE; // else the record knows
        return lockTells && facts.lock() instanceof SingletonLock.Held lock
                ? refusal(
                        folder,
                        "the browser of process " + lock.pid() + remedy,
                        Map.of("pid", lock.pid(), "host", lock.host()))
                : refusal(folder, "the browser that " + folder.record() + " names" + remedy, Map.of());
    }

    static BrowserException otherHost(ProfileFolder folder, ProfileOccupancy.Facts facts) {
        SingletonLock.Held lock = (SingletonLock.Held) facts.lock();
        return refusal(
                folder,
                "process " + lock.pid() + " on host " + lock.host() + " holds it, says " + folder.singletonLock()
                        + ". If no browser runs there any more, delete SingletonLock, SingletonSocket and"
                        + " SingletonCookie in that folder.",
                Map.of("pid", lock.pid(), "host", lock.host()));
    }

    static BrowserException unreadable(ProfileFolder folder, ProfileOccupancy.Facts facts) {
        return refusal(
                folder,
                folder.singletonLock() + " does not say by whom: "
                        + ((SingletonLock.Unreadable) facts.lock()).reason()
                        + ". If no browser runs on it, delete that file.",
                Map.of());
    }

    static BrowserException unknown(ProfileFolder folder, ProfileOccupancy.Facts facts) {
        SingletonLock.Held lock = (SingletonLock.Held) facts.lock();
        return refusal(
                folder,
                "process " + lock.pid() + " holds it, and we may not look at that process. Close it, or choose another"
                        + " browser.user_data_dir.",
                Map.of("pid", lock.pid(), "host", lock.host()));
    }

    static BrowserException interrupted(Exception cause) {
        return new BrowserException(
                ErrorCode.LAUNCH_FAILED, "The launch was interrupted; nothing was left running. Try again.", cause);
    }

    static BrowserException lostTwice(ProfileFolder folder, Exception cause) {
        BrowserException refusal =
                refusal(folder, "other browsers took it twice while one was being started. Try again.", Map.of());
        refusal.initCause(cause);
        return refusal;
    }

    private static BrowserException refusal(ProfileFolder folder, String why, Map<String, Object> details) {
        return new BrowserException(
                ErrorCode.PROFILE_IN_USE, "The profile " + folder.userDataDir() + " is in use: " + why, details);
    }
}
