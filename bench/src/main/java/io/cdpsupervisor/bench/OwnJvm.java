package io.cdpsupervisor.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A measure that is taken inside the JVM that it measures: one of its own, with the class path and the flags of the
 * start script, so that product and baseline run as the product is shipped. Immutable.
 */
record OwnJvm(String name) implements Measure {

    private static final Map<String, Measure> MEASURES = Map.of(
            "dialog", new DialogSeen(),
            "snapshot", new SnapshotRead(),
            "console", new ConsoleFlood(),
            "attach", new Reattach());

    private static final String RESULT = "figures";
    /** For a machine that is busy, where the figures mean little but come all the same. */
    private static final Duration LIMIT = Duration.ofMinutes(20);

    /**
     * The entry point of that JVM.
     *
     * @param args name of the measure, root of the distribution, an empty folder
     */
    public static void main(String[] args) throws Exception {
        Path temporary = Path.of(args[2]);
        List<Figure> figures = MEASURES.get(args[0])
                .of(new Distribution(Path.of(args[1])), Files.createDirectory(temporary.resolve("inside")));
        Files.write(
                temporary.resolve(RESULT), figures.stream().map(Figure::line).toList());
        System.exit(0);
    }

    @Override
    public List<Figure> of(Distribution product, Path temporary) throws Exception {
        List<String> command = product.java(OwnJvm.class, name, product.root().toString(), temporary.toString());
        try (Child jvm = Child.start(command)) {
            int exit = jvm.hangUp(LIMIT);
            if (exit != 0) {
                throw new IOException(name + " failed with exit code " + exit + "; standard error says why.");
            }
        }
        return Files.readAllLines(temporary.resolve(RESULT)).stream()
                .map(Figure::ofLine)
                .toList();
    }
}
