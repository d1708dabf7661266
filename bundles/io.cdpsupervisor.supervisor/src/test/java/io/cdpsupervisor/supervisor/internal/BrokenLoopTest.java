package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.testkit.FakeBrowser;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpConnector;
import io.cdpsupervisor.transport.CdpConnectors;
import io.cdpsupervisor.transport.CdpListener;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A task on a loop of its own thread, on which something goes wrong that nobody foresaw. */
class BrokenLoopTest {

    private static final Duration A_CALL = Duration.ofSeconds(20);

    private final FakeBrowser browser = FakeBrowser.start();
    private final CdpConnector real = CdpConnectors.create();
    private final List<EventLoop> loops = new CopyOnWriteArrayList<>();
    private final Supervisors supervisors = new Supervisors(
            new CdpConnector() {
                @Override
                public EventLoop newLoop(String threadName) {
                    loops.add(real.newLoop(threadName));
                    return loops.get(loops.size() - 1);
                }

                @Override
                public CdpConnection connect(
                        CdpEndpoint endpoint,
                        EventLoop loop,
                        CdpListener listener,
                        Duration timeout,
                        long maxMessageBytes) {
                    return real.connect(endpoint, loop, listener, timeout, maxMessageBytes);
                }
            },
            () -> new DialogSettings(DialogPolicy.MUST_RESPOND, Duration.ofSeconds(300)));

    @AfterEach
    void close() {
        supervisors.stopAll();
        browser.close();
    }

    private TaskSupervisor start() {
        SupervisorSpec spec = new SupervisorSpec(
                "browser", browser::endpoint, Optional.empty(), Optional.empty(), A_CALL, 1 << 20, true);
        return (TaskSupervisor) supervisors.getOrStart("t", spec);
    }

    /** As when memory is short: not even the log can be written. */
    private static Error unspeakable() {
        return new OutOfMemoryError() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new OutOfMemoryError("in the log, on purpose");
            }
        };
    }

    @Test
    void aTaskWhoseLoopHasEndedIsNotHandedOutAgain() {
        TaskSupervisor task = start();
        loops.get(0).close();
        TaskSupervisor fresh = start();
        assertThat(fresh).isNotSameAs(task);
        assertThat(supervisors.find("t")).contains(fresh);
    }

    @Test
    void anErrorLeavesTheTaskAtWork() {
        browser.on("Plain.it", command -> command.reply(Map.of("v", 1)));
        TaskSupervisor task = start();
        loops.get(0).execute(() -> {
            throw unspeakable();
        });
        assertThat(start()).isSameAs(task);
        assertThat(task.openScope()
                        .call(CdpRoute.PAGE, "Plain.it", Map.of(), A_CALL)
                        .result())
                .isEqualTo(Map.of("v", 1L));
    }
}
