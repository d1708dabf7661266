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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    /** A tool with what it said of itself when it was asked for this use. */
    record Offer(BrowserTool tool, ToolDefinition definition) {}

    private static final Logger LOG = LoggerFactory.getLogger(ToolShelf.class);

    private final ConcurrentSkipListMap<Rank, BrowserTool> tools = new ConcurrentSkipListMap<>();
    private final Set<String> withdrawn = ConcurrentHashMap.newKeySet();
    /** By service id, which is never used again: an entry that comes late pins nothing. */
    private final Set<Long> complainedOf = ConcurrentHashMap.newKeySet();

    void add(BrowserTool tool, int ranking, long serviceId) {
        tools.put(new Rank(ranking, serviceId), tool);
    }

    /** By the id alone: the ranking of a service may have changed. What the tool was, if it still says so. */
    Optional<ToolDefinition> remove(long serviceId) {
        Optional<Rank> rank =
                tools.keySet().stream().filter(r -> r.serviceId() == serviceId).findFirst();
        Optional<ToolDefinition> gone =
                rank.flatMap(r -> ask(r, tools.remove(r), tool -> true)).map(Offer::definition);
        gone.ifPresent(definition -> withdrawn.add(definition.name()));
        return gone;
    }

    /** What the task is offered, sorted by name; the host's own {@code task_id} argument is in each schema. */
    List<ToolDefinition> offered(String taskId) {
        Map<String, ToolDefinition> byName = new ConcurrentSkipListMap<>();
        offers(tool -> tool.availableFor(taskId)).map(Offer::definition).forEach(d -> byName.putIfAbsent(d.name(), d));
        return byName.values().stream().map(ToolShelf::withTaskId).toList();
    }

    /**
     * The tool behind a name, for a task.
     *
     * @throws BrowserException {@code tool_gone}, or {@code invalid_argument} for a name that never was one
     */
    Offer get(String name, String taskId) {
        Optional<Offer> found = offers(tool -> tool.availableFor(taskId))
                .filter(offer -> offer.definition().name().equals(name))
                .findFirst();
        return found.orElseThrow(() -> {
            boolean known = withdrawn.contains(name)
                    || offers(tool -> true)
                            .anyMatch(offer -> offer.definition().name().equals(name));
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

    private Stream<Offer> offers(Predicate<BrowserTool> wanted) {
        return tools.entrySet().stream().flatMap(e -> ask(e.getKey(), e.getValue(), wanted).stream());
    }

    /** Foreign code: one that fails takes no other tool with it, and is not there as long as it does. */
    private Optional<Offer> ask(Rank rank, BrowserTool tool, Predicate<BrowserTool> wanted) {
        try {
            return wanted.test(tool) ? Optional.of(new Offer(tool, tool.definition())) : Optional.empty();
        } catch (RuntimeException | LinkageError e) {
            if (complainedOf.add(rank.serviceId())) {
                LOG.warn(
                        "The tool {} (service {}) is not offered, for it fails when it is asked what it is.",
                        tool.getClass().getName(),
                        rank.serviceId(),
                        e);
            }
            return Optional.empty();
        }
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
