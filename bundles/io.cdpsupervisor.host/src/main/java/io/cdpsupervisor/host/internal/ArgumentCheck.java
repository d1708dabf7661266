package io.cdpsupervisor.host.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.tool.ToolDefinition;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Checks a call's arguments against the tool's JSON Schema. Safe for any thread. */
final class ArgumentCheck {

    private static final int MAX_SHOWN = 3;

    /** By schema, so that an updated tool of the same name is judged by its own. */
    private final Map<Map<String, Object>, Schema> compiled = new ConcurrentHashMap<>();
    /** Made for the first call: its classes are most of what a start would load for the host. */
    private ObjectMapper mapper;

    /**
     * Lets good arguments pass.
     *
     * @throws BrowserException {@code invalid_argument}, naming each argument that is wrong
     */
    void check(ToolDefinition tool, Map<String, Object> arguments) {
        List<Error> errors =
                compiled.computeIfAbsent(tool.inputSchema(), this::compile).validate(mapper().valueToTree(arguments));
        if (!errors.isEmpty()) {
            String list = errors.stream()
                    .limit(MAX_SHOWN)
                    .map(ArgumentCheck::sentence)
                    .collect(Collectors.joining("; "));
            throw new BrowserException(
                    ErrorCode.INVALID_ARGUMENT, tool.name() + ": " + list + ". Correct this and call again.");
        }
    }

    /** A tool has gone: its schema is not kept. */
    void forget(ToolDefinition tool) {
        compiled.remove(tool.inputSchema());
    }

    private Schema compile(Map<String, Object> schema) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(mapper().<JsonNode>valueToTree(schema));
    }

    private synchronized ObjectMapper mapper() {
        if (mapper == null) {
            mapper = new ObjectMapper();
        }
        return mapper;
    }

    private static String sentence(Error error) {
        String where = error.getInstanceLocation().toString();
        String name = where.startsWith("/") ? where.substring(1) : where;
        return name.isEmpty() ? error.getMessage() : "argument '" + name + "' " + error.getMessage();
    }
}
