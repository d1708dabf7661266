package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.backend.BrowserBackend;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.host.BrowserHost;
import io.cdpsupervisor.api.host.ToolRequest;
import io.cdpsupervisor.api.supervisor.SupervisorRegistry;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolResult;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs tools for agents. Safe for any thread. */
final class ToolHost implements BrowserHost, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ToolHost.class);

    /** A tool that keeps its own time gives the better message, so the host waits a little longer than it. */
    private static final Duration GRACE = Duration.ofMillis(300);

    /** A command that the browser process answers may have its reply on the way when a dialog opens. */
    private static final Duration REPLY_FIRST = Duration.ofMillis(100);

    private final TaskTable tasks;
    private final BackendRouter router;
    private final ToolShelf shelf;
    private final Supplier<HostSettings> settings;
    private final ArgumentCheck arguments = new ArgumentCheck();
    private final HostThreads threads = new HostThreads();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Set<ToolRun> running = ConcurrentHashMap.newKeySet();

    ToolHost(SupervisorRegistry registry, BackendRouter router, ToolShelf shelf, Supplier<HostSettings> settings) {
        this.router = router;
        this.shelf = shelf;
        this.settings = settings;
        this.tasks = new TaskTable(registry, router, new UrlPolicy(), settings);
    }

    // -- BrowserHost

    @Override
    public List<ToolDefinition> tools(String taskId) {
        return shelf.offered(taskId);
    }

    @Override
    public CompletableFuture<ToolResult> call(ToolRequest request) {
        CompletableFuture<ToolResult> result = new CompletableFuture<>();
        try {
            threads.call(() -> perform(request, result));
        } catch (RejectedExecutionException e) {
            result.complete(ToolResult.failure(
                    ErrorCode.BACKEND_UNAVAILABLE,
                    HostThreads.MAX_CALLS + " calls are running already. Wait for one of them to end and try again."));
        }
        return result;
    }

    @Override
    public void close(String taskId) {
        tasks.close(taskId);
    }

    @Override
    public Registration onToolsChanged(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    // -- what comes and goes

    void add(BrowserTool tool, int ranking, long serviceId) {
        shelf.add(tool, ranking, serviceId);
        toolsChanged();
    }

    /** Calls of it that run are answered now; the tool itself is let run to its end. */
    void remove(BrowserTool tool, long serviceId) {
        shelf.remove(serviceId).ifPresent(arguments::forget);
        running.stream()
                .filter(run -> run.tool() == tool)
                .forEach(run -> run.fail(
                        ErrorCode.TOOL_GONE,
                        "The tool " + run.name() + " was withdrawn while it ran. List the tools again."));
        toolsChanged();
    }

    void add(BrowserBackend backend) {
        router.add(backend);
    }

    /**
     * A source goes, perhaps to come back updated: its tasks' calls are answered, their browsers given back. Blocks
     * until that is done, about 5 s at most a task, side by side.
     */
    void remove(BrowserBackend backend) {
        router.remove(backend);
        List<String> served = tasks.servedBy(backend);
        running.stream()
                .filter(run -> served.contains(run.taskId()))
                .forEach(run -> run.fail(
                        ErrorCode.BACKEND_GONE,
                        "The browser backend " + backend.name()
                                + " was stopped. Call browser_navigate to open the page again."));
        closeAll(served);
    }

    @Override
    public void close() {
        running.forEach(run -> run.fail(ErrorCode.BACKEND_GONE, "The host is stopping."));
        // Before the tasks are closed: a call that is opening a browser holds its task until it is interrupted.
        threads.close();
        tasks.openNoMore();
        closeAll(tasks.open());
    }

    private void closeAll(List<String> taskIds) {
        List<Thread> closers = taskIds.stream()
                .map(id -> DaemonThreads.create("host-close-" + id, () -> tasks.close(id)))
                .toList();
        closers.forEach(Thread::start);
        long deadline = System.nanoTime() + Duration.ofSeconds(9).toNanos();
        for (Thread closer : closers) {
            try {
                closer.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void toolsChanged() {
        for (Runnable listener : listeners) {
            try {
                listener.run();
            } catch (RuntimeException e) {
                LOG.warn("A listener failed on a change of the tools", e);
            }
        }
    }

    // -- one call

    private void perform(ToolRequest request, CompletableFuture<ToolResult> result) {
        String taskId = request.taskId();
        try {
            Map<String, Object> given = new LinkedHashMap<>(request.arguments());
            taskId = taskId(given, taskId);
            ToolShelf.Offer offer = shelf.get(request.tool(), taskId);
            arguments.check(offer.definition(), given);
            Duration timeout = timeout(offer.definition(), given);
            ToolRun run = new ToolRun(
                    taskId,
                    offer,
                    Collections.unmodifiableMap(given),
                    timeout,
                    request.progress(),
                    tasks,
                    step -> threads.after(REPLY_FIRST, step));
            race(run, timeout, result);
        } catch (BrowserException e) {
            result.complete(answer(taskId, ToolResult.failure(e)));
        } catch (Throwable e) {
            // Foreign code runs before the tool does: what it may run under, whether it is available.
            LOG.error("{} of task {} could not be started", request.tool(), taskId, e);
            result.complete(
                    ToolResult.failure(ErrorCode.INTERNAL, request.tool() + " could not be started: see the log."));
        }
    }

    private void race(ToolRun run, Duration timeout, CompletableFuture<ToolResult> result) {
        running.add(run);
        Future<?> deadline = threads.after(
                timeout.plus(GRACE),
                () -> run.fail(
                        ErrorCode.TIMEOUT,
                        run.name() + " did not end within " + timeout.toSeconds()
                                + " s. Take a browser_snapshot to see how far it got."));
        run.answer().thenAccept(answered -> {
            deadline.cancel(false);
            running.remove(run);
            ToolResult told = answer(run.taskId(), answered);
            result.complete(run.relaunched() ? told.with("relaunched", true) : told);
        });
        result.whenComplete((r, e) -> {
            if (e != null) {
                run.fail(ErrorCode.TIMEOUT, "The call was cancelled.");
            }
        });
        run.run();
    }

    /** State rides along where the tool asks for it, and on every failure. */
    private ToolResult answer(String taskId, ToolResult result) {
        if (result.success() && !result.withState()) {
            return result;
        }
        Map<String, Object> fields = new LinkedHashMap<>(result.fields());
        try {
            tasks.state(taskId).forEach(fields::putIfAbsent);
        } catch (RuntimeException | LinkageError e) {
            // A backend is asked for its name and abilities, and it may be going.
            LOG.warn("The state of task {} could not be told", taskId, e);
        }
        return new ToolResult(result.success(), fields, false, result.images());
    }

    private static String taskId(Map<String, Object> arguments, String ofCaller) {
        Object given = arguments.remove(ToolRun.TASK_ID);
        if (given == null) {
            return ofCaller;
        }
        if (given instanceof String id && !id.isBlank()) {
            return id;
        }
        throw new BrowserException(
                ErrorCode.INVALID_ARGUMENT, "argument 'task_id' must be a text that is not empty, or be left out.");
    }

    private Duration timeout(ToolDefinition tool, Map<String, Object> arguments) {
        if (tool.timeoutArgument().isEmpty()) {
            return settings.get().commandTimeout();
        }
        return arguments.get(tool.timeoutArgument()) instanceof Number n
                ? Duration.ofMillis(Math.round(n.doubleValue() * 1000))
                : tool.defaultTimeout();
    }
}
