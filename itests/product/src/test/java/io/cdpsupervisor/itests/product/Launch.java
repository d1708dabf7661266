package io.cdpsupervisor.itests.product;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The distribution's command, with nothing of the caller's settings in its environment. Stateless. */
final class Launch {

    private Launch() {}

    /** The command, not started yet. */
    static ProcessBuilder command(List<String> words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("cdpsupervisor.dist"), "bin", "cdp-supervisor")
                .toAbsolutePath()
                .normalize()
                .toString());
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.matches("(CDP_SUPERVISOR|BROWSER|BROWSERBASE|BU_CDP|CAMOFOX)_.*"));
        return builder;
    }

    /** Runs it to its end with the input closed. */
    static Ended run(ProcessBuilder builder, Path folder) throws IOException, InterruptedException {
        return run(builder, folder, "");
    }

    /** Runs it to its end with this input. */
    static Ended run(ProcessBuilder builder, Path folder, String input) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        return Ended.await(process, input, out, err);
    }
}
