package io.cdpsupervisor.itests.container;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.regex.Pattern;

/** Who may depend on whom, as a table, and the bundles that do not keep to it. Immutable. */
final class ImportRules {

    private static final String OURS = "io.cdpsupervisor.";

    /** Everybody but the API itself may import these: of ours that is the API and nothing else. */
    private static final List<String> COMMON = List.of(OURS + "api", "org.osgi", "org.slf4j");

    /** One line for each bundle of ours: its name without the prefix, then what it may import beside the common. */
    private static final String TABLE = """
            api               io.cdpsupervisor.api
            settings
            transport         com.fasterxml.jackson org.java_websocket javax.net
            supervisor        io.cdpsupervisor.transport
            launcher          io.cdpsupervisor.transport com.fasterxml.jackson
            backend.external
            backend.local
            host              com.fasterxml.jackson com.networknt
            tool.dialog
            tool.page
            mcp               com.fasterxml.jackson io.modelcontextprotocol reactor org.reactivestreams
            console           org.apache.felix.service.command
            """;

    private static final Pattern CLAUSE = Pattern.compile("(?:[^,\"]|\"[^\"]*\")+");

    private final Map<String, List<String>> allowed = new TreeMap<>();

    ImportRules() {
        TABLE.lines().map(line -> line.trim().split("\\s+")).forEach(row -> {
            List<String> prefixes = new ArrayList<>(Arrays.asList(row).subList(1, row.length));
            if (!row[0].equals("api")) {
                prefixes.addAll(COMMON);
            }
            allowed.put(OURS + row[0], prefixes);
        });
    }

    /** One sentence for each rule that this bundle of ours breaks. */
    List<String> violations(Attributes manifest) {
        String name = manifest.getValue("Bundle-SymbolicName");
        if (!allowed.containsKey(name)) {
            return List.of(name + " has no line in the table of who may import what.");
        }
        List<String> violations = new ArrayList<>();
        for (String imported : packages(manifest, "Import-Package")) {
            if (allowed.get(name).stream().noneMatch(prefix -> within(imported, prefix))) {
                violations.add(name + " imports " + imported + ", which its line in the table does not allow.");
            }
        }
        for (String exported : packages(manifest, "Export-Package")) {
            if (!within(exported, name) || exported.contains(".internal")) {
                violations.add(name + " exports " + exported + ", which is internal or not its own.");
            }
        }
        return violations;
    }

    static boolean isOurs(Attributes manifest) {
        return manifest.getValue("Bundle-SymbolicName").startsWith(OURS);
    }

    private static boolean within(String name, String prefix) {
        return name.equals(prefix) || name.startsWith(prefix + ".");
    }

    private static List<String> packages(Attributes manifest, String header) {
        String value = manifest.getValue(header);
        return value == null
                ? List.of()
                : CLAUSE.matcher(value)
                        .results()
                        .map(clause -> clause.group().split(";", 2)[0].trim())
                        .toList();
    }
}
