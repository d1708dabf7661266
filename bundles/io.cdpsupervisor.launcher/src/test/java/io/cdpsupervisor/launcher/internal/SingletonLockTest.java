package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingletonLockTest {

    @TempDir
    Path folder;

    @Test
    void hostNameMayHoldHyphens() {
        assertThat(SingletonLock.parse("my-build-host-4711")).isEqualTo(new SingletonLock.Held("my-build-host", 4711));
    }

    @Test
    void targetWithoutNumberIsUnreadable() {
        assertThat(SingletonLock.parse("garbage")).isInstanceOf(SingletonLock.Unreadable.class);
        assertThat(SingletonLock.parse("host-")).isInstanceOf(SingletonLock.Unreadable.class);
        assertThat(SingletonLock.parse("-4711")).isInstanceOf(SingletonLock.Unreadable.class);
        assertThat(SingletonLock.parse("host-47x")).isInstanceOf(SingletonLock.Unreadable.class);
    }

    @Test
    void danglingLinkIsRead() throws IOException {
        Path lock = Files.createSymbolicLink(folder.resolve("SingletonLock"), Path.of("host-4711"));

        assertThat(Files.exists(lock)).isFalse();
        assertThat(SingletonLock.read(lock)).isEqualTo(new SingletonLock.Held("host", 4711));
    }

    @Test
    void missingLinkIsAbsentAndAFileIsUnreadable() throws IOException {
        assertThat(SingletonLock.read(folder.resolve("SingletonLock"))).isEqualTo(new SingletonLock.Absent());

        Path file = Files.writeString(folder.resolve("SingletonLock"), "host-4711");

        assertThat(SingletonLock.read(file)).isEqualTo(new SingletonLock.Unreadable("it is no symbolic link"));
    }
}
