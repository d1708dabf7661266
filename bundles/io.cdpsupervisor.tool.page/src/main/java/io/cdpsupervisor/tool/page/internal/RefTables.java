package io.cdpsupervisor.tool.page.internal;

import java.util.LinkedHashMap;
import java.util.Map;

/** Each task's {@link RefTable}, the last used {@value #MOST} of them. Safe for any thread. */
final class RefTables {

    private static final int MOST = 64;

    private final Map<String, RefTable> tables = new LinkedHashMap<>(16, 0.75f, true);

    synchronized RefTable of(String taskId) {
        RefTable table = tables.computeIfAbsent(taskId, id -> new RefTable());
        if (tables.size() > MOST) {
            tables.remove(tables.keySet().iterator().next());
        }
        return table;
    }
}
