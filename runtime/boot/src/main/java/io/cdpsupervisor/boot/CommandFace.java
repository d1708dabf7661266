package io.cdpsupervisor.boot;

import io.cdpsupervisor.api.redact.Redactor;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Verbs and options: reads the words, runs the verb, turns what goes wrong into one line and an exit code. */
final class CommandFace {

    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private final Surroundings surroundings;
    private final CommandLine commands;

    CommandFace(Surroundings surroundings) {
        this.surroundings = surroundings;
        commands = new CommandLine(new Top())
                .addSubcommand(new DemoVerb(surroundings))
                .addSubcommand(new McpVerb(surroundings))
                .addSubcommand(new ShellVerb(surroundings))
                .addSubcommand(new VersionVerb(surroundings))
                .setExpandAtFiles(false)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setOut(new PrintWriter(surroundings.out(), true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler((e, args) -> usageError(e))
                .setExecutionExceptionHandler((e, line, parsed) -> failure(e));
    }

    /** Blocks for as long as the verb runs; 0 fine, 1 failed, 2 wrong words. */
    int run(String... args) {
        return commands.execute(args);
    }

    private int usageError(ParameterException e) {
        String sentence = e instanceof UnmatchedArgumentException unmatched
                ? unmatched(unmatched.getUnmatched().get(0), e.getCommandLine())
                : e.getMessage();
        complain(sentence);
        return USAGE;
    }

    private String unmatched(String word, CommandLine where) {
        boolean option = word.startsWith("-");
        if (where != commands) {
            String verb = where.getCommandName();
            return "The verb " + verb + " takes no " + (option ? "option" : "argument") + " '" + word
                    + "'; see cdp-supervisor " + verb + " --help.";
        }
        return "Unknown " + (option ? "option" : "verb") + " '" + word + "'; the verbs are "
                + String.join(", ", commands.getSubcommands().keySet()) + ".";
    }

    private int failure(Exception e) {
        if (e instanceof BootException) {
            complain(e.getMessage());
        } else {
            LoggerFactory.getLogger(CommandFace.class).error("This is a bug; please report it with the log file.", e);
        }
        return FAILED;
    }

    /** One line, whatever the words were. */
    private void complain(String sentence) {
        surroundings.err().println("cdp-supervisor: " + Redactor.text(sentence).replaceAll("\\p{Cntrl}+", " "));
    }

    /** No verb at all. */
    @Command(
            name = "cdp-supervisor",
            description = "Gives AI agents a browser that never leaves them hanging.",
            sortOptions = false)
    private static final class Top implements Runnable {

        @Spec
        private CommandSpec spec;

        @Option(names = "--help", usageHelp = true, description = "Show this text.")
        @SuppressWarnings("UnusedVariable") // picocli looks at it
        private boolean help;

        @Override
        public void run() {
            throw new ParameterException(
                    spec.commandLine(),
                    "A verb is missing; the verbs are "
                            + String.join(", ", spec.subcommands().keySet()) + ".");
        }
    }
}
