package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;

/** Chromium's own lock on a profile: a symbolic link whose target text is {@code host-pid}. Immutable. */
sealed interface SingletonLock {

    record Absent() implements SingletonLock {}

    record Held(String host, long pid) implements SingletonLock {}

    /** It is there, and does not say by whom it is held. */
    record Unreadable(String reason) implements SingletonLock {}

    static SingletonLock read(Path lock) {
        try {
            return parse(Files.readSymbolicLink(lock).toString());
        } catch (NoSuchFileException e) {
            return new Absent();
        } catch (NotLinkException e) {
            return new Unreadable("it is no symbolic link");
        } catch (IOException e) {
            return new Unreadable("it cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    /** A host name may hold hyphens, so the number begins after the last one. */
    static SingletonLock parse(String target) {
        int hyphen = target.lastIndexOf('-');
        if (hyphen < 1 || !target.substring(hyphen + 1).matches("\\d{1,10}")) {
            return new Unreadable("its target is not of the form host-pid");
        }
        return new Held(target.substring(0, hyphen), Long.parseLong(target.substring(hyphen + 1)));
    }
}
