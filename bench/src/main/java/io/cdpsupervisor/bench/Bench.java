package io.cdpsupervisor.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Measures the built distribution and compares with the targets. The entry point. */
public final class Bench {

    private static final Path DISTRIBUTION = Path.of("runtime", "target", "cdp-supervisor");

    private Bench() {}

    /**
     * Exits with 0 when every target is met, 1 when one is missed.
     *
     * @param names what to measure; everything when there are none
     */
    public static void main(String[] names) throws Exception {
        Map<String, Measure> measures = new LinkedHashMap<>();
        measures.put("start", new Start());
        measures.put("roundtrip", new RoundTrip());
        measures.put("memory", new Memory());
        measures.put("demo", new Demo());
        measures.put("blocked", new BlockedCall());
        List.of("dialog", "snapshot", "console", "attach").forEach(name -> measures.put(name, new OwnJvm(name)));
        if (names.length > 0) {
            measures.keySet().retainAll(List.of(names));
        }
        Distribution product = new Distribution(DISTRIBUTION.toAbsolutePath());
        List<Figure> figures = new ArrayList<>();
        for (Measure measure : measures.values()) {
            figures.addAll(measured(measure, product));
        }
        figures.forEach(System.out::println);
        System.exit(figures.stream().allMatch(Figure::met) ? 0 : 1);
    }

    private static List<Figure> measured(Measure measure, Distribution product) throws Exception {
        Path temporary = Files.createTempDirectory("cdp-bench-");
        try {
            return measure.of(product, temporary);
        } finally {
            delete(temporary);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(folder)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.delete(path);
        }
    }
}
