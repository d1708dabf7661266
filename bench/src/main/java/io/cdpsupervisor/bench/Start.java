package io.cdpsupervisor.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** From the start of the process to the answer to {@code initialize}, against an empty framework's first component. */
final class Start implements Measure {

    private static final int ROUNDS = 15;

    @Override
    public List<Figure> of(Distribution product, Path temporary) throws Exception {
        Samples warmUp = new Samples("first");
        Samples host = new Samples("host");
        Samples empty = new Samples("empty framework");
        host(product, temporary, warmUp);
        for (int round = 0; round < ROUNDS; round++) {
            empty(product, temporary.resolve("empty-" + round), empty);
            host(product, temporary, host);
        }
        return List.of(Figure.ratio("start", host, empty, 3));
    }

    private static void host(Distribution product, Path temporary, Samples samples) throws Exception {
        List<String> command =
                product.command("mcp", "--home", temporary.resolve("home").toString());
        long begin = System.nanoTime();
        try (Agent agent = Agent.greeted(command)) {
            samples.add(System.nanoTime() - begin);
            agent.hangUp();
        }
    }

    private static void empty(Distribution product, Path storage, Samples samples)
            throws IOException, InterruptedException {
        List<String> command = product.emptyStart(storage);
        long begin = System.nanoTime();
        try (Child framework = Child.start(command)) {
            framework.hear(Ready.WORD::equals);
            samples.add(System.nanoTime() - begin);
        }
    }
}
