package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StateLockTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    @TempDir
    Path root;

    private final StateLock locks = new StateLock();
    private ProfileFolder folder;

    @BeforeEach
    void open() throws IOException {
        folder = new BrowserHome(root).persistent(root.resolve("profile"));
    }

    @Test
    void waiterOfThisProcessThatGaveUpDoesNotDropTheLock() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread holder = new Thread(
                () -> {
                    try {
                        locks.under(folder, SHORT, () -> {
                            entered.countDown();
                            return await(done);
                        });
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                "holder");
        holder.start();
        try {
            assertThat(await(entered)).isTrue();

            assertThatThrownBy(() -> locks.under(folder, SHORT, () -> true))
                    .isInstanceOfSatisfying(
                            BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROFILE_IN_USE))
                    .hasMessageContaining("process " + ProcessHandle.current().pid() + " holds");

            assertThat(LauncherFixture.isHeld(folder.lock())).isTrue();
        } finally {
            done.countDown();
            holder.join();
        }
        assertThat(LauncherFixture.isHeld(folder.lock())).isFalse();
    }

    @Test
    void waiterDoesNotDropTheLockOfAnEarlierLifeOfItsBundle() throws Exception {
        Files.createDirectories(folder.state());
        try (FileChannel earlier =
                        FileChannel.open(folder.lock(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                FileLock lock = earlier.lock()) {
            assertThat(locks.tryUnder(folder, SHORT, () -> true)).isEmpty();
            assertThat(locks.tryUnder(folder, SHORT, () -> true)).isEmpty();

            assertThat(lock.isValid() && LauncherFixture.isHeld(folder.lock())).isTrue();
        }
        assertThat(locks.tryUnder(folder, SHORT, () -> true)).contains(true);
        assertThat(LauncherFixture.isHeld(folder.lock())).isFalse();
    }

    @Test
    void interruptedWaiterSaysThatAndNotThatSomebodyIsInTheWay() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> locks.under(folder, SHORT, () -> true))
                    .isInstanceOfSatisfying(
                            BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LAUNCH_FAILED))
                    .hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).as("the caller shall know").isTrue();
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
