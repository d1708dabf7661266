package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolDefinition;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/** The tools that are there now, and the names of those that were. Safe for any thread. */
final class ToolShelf {

    /** Highest ranking first, then the oldest service, as everywhere in OSGi. */
    private record Rank(int ranking, long serviceId) implements Comparable<Rank> {
        private static final Comparator<Rank> ORDER =
                Comparator.comparingInt(Rank::ranking).reversed().thenComparingLong(Rank::serviceId);

        @Override
        public int compareTo(Rank other) {
            return ORDER.compare(this, other);
        }
    }

    private final ConcurrentSkipListMap<Rank, BrowserTool> tools = new ConcurrentSkipListMap<>();
    private final Set<String> withdrawn = ConcurrentHashMap.newKeySet();

    void add(BrowserTool tool, int ranking, long serviceId) {
        tools.put(new Rank(ranking, serviceId), tool);
    }

    void remove(BrowserTool tool, int ranking, long serviceId) {
        tools.remove(new Rank(ranking, serviceId), tool);
        withdrawn.add(tool.definition().name());
    }

    /** What the task is offered, sorted by name; the host's own {@code task_id} argument is in each schema. */
    List<ToolDefinition> offered(String taskId) {
        Map<String, ToolDefinition> byName = new ConcurrentSkipListMap<>();
        tools.values().stream()
                .filter(t -> t.availableFor(taskId))
                .map(BrowserTool::definition)
                .forEach(d -> byName.putIfAbsent(d.name(), d));
        return byName.values().stream().map(ToolShelf::withTaskId).toList();
    }

    /**
     * The tool behind a name, for a task.
     *
     * @throws BrowserException {@code tool_gone}, or {@code invalid_argument} for a name that never was one
     */
    BrowserTool get(String name, String taskId) {
        Optional<BrowserTool> found = tools.values().stream()
                .filter(t -> t.definition().name().equals(name) && t.availableFor(taskId))
                .findFirst();
        return found.orElseThrow(() -> {
            boolean known = withdrawn.contains(name)
                    || tools.values().stream()
                            .anyMatch(t -> t.definition().name().equals(name));
            return known
                    ? new BrowserException(
                            ErrorCode.TOOL_GONE,
                            "The tool " + name + " is not available any more. List the tools again; offered now: "
                                    + names(taskId) + ".")
                    : new BrowserException(
                            ErrorCode.INVALID_ARGUMENT,
                            "There is no tool " + name + ". Offered now: " + names(taskId) + ".");
        });
    }

    private String names(String taskId) {
        return offered(taskId).stream().map(ToolDefinition::name).collect(Collectors.joining(", "));
    }

    private static ToolDefinition withTaskId(ToolDefinition tool) {
        Map<String, Object> properties = new LinkedHashMap<>();
        if (tool.inputSchema().get("properties") instanceof Map<?, ?> own) {
            own.forEach((k, v) -> properties.put(String.valueOf(k), v));
        }
        properties.put(
                ToolRun.TASK_ID,
                Map.of("type", "string", "description", "Another task than the default one: a page of its own."));
        Map<String, Object> schema = new LinkedHashMap<>(tool.inputSchema());
        schema.put("properties", properties);
        return new ToolDefinition(
                tool.name(),
                tool.description(),
                schema,
                tool.annotations(),
                tool.onDialog(),
                tool.timeoutArgument(),
                tool.defaultTimeout());
    }
}
