package io.cdpsupervisor.bench;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.ConsoleEntry;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A task's own page, seen through its supervisor's snapshots. Used by one thread. */
final class SupervisedPage implements WatchedPage {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Supervisor supervisor;
    private final CallScope scope;
    private TaskCdp.PendingReply started;

    private SupervisedPage(Supervisor supervisor) {
        this.supervisor = supervisor;
        this.scope = supervisor.openScope();
    }

    /** Opens an address on the task's page and blocks until that is loaded. */
    static SupervisedPage open(Supervisor supervisor, String url) {
        SupervisedPage page = new SupervisedPage(supervisor);
        page.scope.call(CdpRoute.PAGE, "Page.navigate", Map.of("url", url), LIMIT);
        page.await("The page", s -> s.page().url().equals(url) && s.page().loaded());
        return page;
    }

    /** Blocks until the snapshot satisfies the condition. */
    SupervisorSnapshot await(String what, Predicate<SupervisorSnapshot> condition) {
        return scope.await(what, condition, LIMIT);
    }

    /** Blocks until everything that was sent to a session before has been answered. */
    void settle(String sessionId) {
        scope.call(CdpRoute.session(sessionId), "Runtime.evaluate", Map.of("expression", "1"), LIMIT);
    }

    @Override
    public void start(String expression) {
        started = scope.send(CdpRoute.PAGE, "Runtime.evaluate", Map.of("expression", expression), LIMIT);
    }

    @Override
    public String finish() {
        CdpReply reply = started.join();
        return reply.json();
    }

    @Override
    public String awaitDialog() {
        return await("A dialog", s -> !s.pending().isEmpty()).pending().get(0).message();
    }

    @Override
    public void accept() {
        supervisor.respondToDialog(new DialogAnswer(true, Optional.empty(), Optional.empty()), LIMIT);
    }

    @Override
    public void awaitConsole(String text) {
        await("The line " + text, s -> isLast(s.console(), text));
    }

    @Override
    public void close() {
        scope.close();
    }

    private static boolean isLast(List<ConsoleEntry> console, String text) {
        return !console.isEmpty() && console.get(console.size() - 1).text().equals(text);
    }
}
