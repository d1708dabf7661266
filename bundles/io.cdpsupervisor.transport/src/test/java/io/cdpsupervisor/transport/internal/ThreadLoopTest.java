package io.cdpsupervisor.transport.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.transport.EventLoop.Timer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadLoopTest {

    private static final Duration NEVER = Duration.ofDays(1);

    private final ThreadLoop loop = ThreadLoop.start("loop under test");
    private final List<String> ran = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        loop.close();
    }

    private void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    }

    /** Waits until what was queued before has run. */
    private void settle() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        loop.execute(done::countDown);
        await(done);
    }

    private Thread thread() {
        return CompletableFuture.supplyAsync(Thread::currentThread, loop).join();
    }

    @Test
    void tasksRunInTheOrderTheyCame() throws Exception {
        for (int i = 0; i < 100; i++) {
            String name = String.valueOf(i);
            loop.execute(() -> ran.add(name));
        }
        settle();
        assertThat(ran).hasSize(100).startsWith("0", "1", "2").endsWith("98", "99");
    }

    @Test
    void itsThreadIsANamedDaemonThatIsParkedWhileIdle() {
        Thread thread = thread();
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).isEqualTo("loop under test");
        assertThat(thread.getContextClassLoader()).isNull();
        while (thread.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        assertThat(thread.getState()).isEqualTo(Thread.State.WAITING);
    }

    @Test
    void inLoopIsTrueForItsTasksOnly() {
        assertThat(loop.inLoop()).isFalse();
        assertThat(CompletableFuture.supplyAsync(loop::inLoop, loop).join()).isTrue();
    }

    @Test
    void aTaskThatThrowsDoesNotEndTheLoop() throws Exception {
        loop.execute(() -> {
            throw new AssertionError("a broken task, on purpose");
        });
        loop.execute(() -> ran.add("next"));
        settle();
        assertThat(ran).containsExactly("next");
    }

    /** As when memory is short: to write the log needs some, too. */
    @Test
    void anErrorThatCannotBeLoggedDoesNotEndTheLoop() throws Exception {
        loop.execute(() -> {
            throw new OutOfMemoryError() {
                private static final long serialVersionUID = 1L;

                @Override
                public String getMessage() {
                    throw new OutOfMemoryError("in the log, on purpose");
                }
            };
        });
        loop.execute(() -> ran.add("next"));
        settle();
        assertThat(ran).containsExactly("next");
    }

    @Test
    void timersRunByTheirTimeAndThenByTheOrderTheyCame() throws Exception {
        CountDownLatch done = new CountDownLatch(3);
        CountDownLatch scheduled = new CountDownLatch(1);
        loop.execute(() -> {
            loop.schedule(Duration.ofMillis(40), () -> add("late", done));
            loop.schedule(Duration.ofMillis(1), () -> add("early", done));
            loop.schedule(Duration.ofMillis(40), () -> add("later", done));
            scheduled.countDown();
        });
        await(scheduled);
        await(done);
        assertThat(ran).containsExactly("early", "late", "later");
    }

    private void add(String name, CountDownLatch done) {
        ran.add(name);
        done.countDown();
    }

    @Test
    void aTimerThatStandsAmongTheTasksCanStillBeCancelled() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        loop.execute(() -> {
            Timer timer = loop.schedule(Duration.ZERO, () -> ran.add("cancelled"));
            loop.execute(() -> {
                ran.add("before the timer was due");
                timer.cancel();
            });
            entered.countDown();
            awaitOnLoop(go);
        });
        await(entered);
        go.countDown();
        settle();
        settle();
        assertThat(ran).containsExactly("before the timer was due");
    }

    private static void awaitOnLoop(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aTimerThatReschedulesItselfAtOnceDoesNotStarveTheTasks() throws Exception {
        again();
        settle();
        settle();
        assertThat(ran).isNotEmpty();
    }

    private void again() {
        ran.add("timer");
        loop.schedule(Duration.ZERO, this::again);
    }

    @Test
    void cancellingReleasesTheTask() {
        Timer timer = loop.schedule(NEVER, () -> ran.add("never"));
        timer.cancel();
        timer.cancel();
        assertThat(loop.scheduled()).isZero();
    }

    @Test
    void closingEndsTheThreadAfterTheTaskThatRunsAndDropsTheRest() throws Exception {
        Thread thread = thread();
        loop.schedule(Duration.ZERO, () -> {});
        loop.execute(() -> {
            loop.execute(() -> ran.add("dropped"));
            loop.close();
            ran.add("finished");
        });
        thread.join(20_000);
        assertThat(thread.isAlive()).isFalse();
        assertThat(ran).containsExactly("finished");
    }

    @Test
    void aClosedLoopRefusesTasksAndForgetsTimers() {
        loop.close();
        loop.close();
        assertThatThrownBy(() -> loop.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("loop under test");
        loop.schedule(Duration.ZERO, () -> ran.add("never"));
        assertThat(loop.scheduled()).isZero();
    }

    @Test
    void anInterruptDoesNotEndTheLoop() throws Exception {
        thread().interrupt();
        settle();
        assertThat(thread().isAlive()).isTrue();
    }
}
