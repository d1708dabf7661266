package io.cdpsupervisor.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Wall time of the whole story. */
final class Demo implements Measure {

    private static final double LIMIT_S = 30;

    @Override
    public List<Figure> of(Distribution product, Path temporary) throws Exception {
        Samples demo = new Samples("demo");
        demo.time(() -> run(product.command("demo", "--home", temporary.toString())));
        return List.of(new Figure("demo", demo.median() / 1000, LIMIT_S, "s", "process start to end"));
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        try (Child demo = Child.start(command)) {
            int exit = demo.hangUp();
            if (exit != 0) {
                throw new IOException("The demo failed with exit code " + exit + ".");
            }
        }
    }
}
