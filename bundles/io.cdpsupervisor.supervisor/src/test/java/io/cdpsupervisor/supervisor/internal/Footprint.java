package io.cdpsupervisor.supervisor.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/** What a process holds: counts by name, which can be compared with what it held before. Immutable. */
record Footprint(Map<String, Long> counts) {

    /** What there is more of than in an earlier one. */
    Map<String, String> growthSince(Footprint before) {
        Map<String, String> growth = new TreeMap<>();
        counts.forEach((what, now) -> {
            // A lambda that captures nothing is made when it is first used, and stays.
            long then = before.counts.getOrDefault(what, what.contains("$$Lambda") ? 1L : 0L);
            if (now > then) {
                growth.put(what, then + " -> " + now);
            }
        });
        return growth;
    }

    /**
     * Of this process; collects its garbage first.
     *
     * @param ports whose sockets count
     */
    static Map<String, Long> ofProcess(Set<Integer> ports) {
        Map<String, Long> counts = new TreeMap<>(threads());
        counts.putAll(instances());
        counts.put("sockets", sockets(ports));
        return counts;
    }

    /** Threads of ours, without what is theirs alone in the name. */
    static Map<String, Long> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("cdp-"))
                .collect(Collectors.groupingBy(
                        name -> "threads " + name.replaceFirst("(cdp-[a-z]*).*", "$1"), Collectors.counting()));
    }

    /** Live objects of the classes under test. */
    private static Map<String, Long> instances() {
        try {
            String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            return histogram
                    .lines()
                    .map(line -> line.trim().split("\\s+"))
                    .filter(words -> words.length > 3 && words[3].startsWith("io.cdpsupervisor."))
                    .filter(words -> !words[3].contains("testkit") && !words[3].contains("Footprint"))
                    .collect(Collectors.toMap(words -> words[3], words -> Long.parseLong(words[1])));
        } catch (JMException e) {
            throw new IllegalStateException("No histogram", e);
        }
    }

    static long sockets(Set<Integer> ports) {
        Set<String> ofPorts = Stream.of("/proc/self/net/tcp", "/proc/self/net/tcp6")
                .flatMap(table -> lines(Path.of(table)).stream().skip(1))
                .map(line -> line.trim().split("\\s+"))
                .filter(words -> ports.contains(port(words[1])) || ports.contains(port(words[2])))
                .map(words -> "socket:[" + words[9] + "]")
                .collect(Collectors.toSet());
        return descriptors().stream().filter(ofPorts::contains).count();
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> descriptors() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.map(Footprint::target).filter(Objects::nonNull).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Null for one that is closed by now, such as that of the listing itself. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return null;
        }
    }
}
