package io.cdpsupervisor.supervisor.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What several processes tell, each in its own order, until it is let through. Confined to one thread. */
final class Strands {

    private Orders<Told> told = new Orders<>();
    private final Map<String, Told> newest = new HashMap<>();

    /** Comes after what this strand told before, and after the newest that these others did. */
    Told tell(String strand, Told what, String... others) {
        List<Told> after = new ArrayList<>();
        Arrays.stream(others)
                .map(newest::get)
                .forEach(t -> Optional.ofNullable(t).ifPresent(after::add));
        Optional.ofNullable(newest.put(strand, what)).ifPresent(after::add);
        told.add(what, after);
        return what;
    }

    /** Makes the newest of one strand that of another one, too. */
    void note(String strand, Told what) {
        newest.put(strand, what);
    }

    void cause(Told first, Told second) {
        told.cause(first, second);
    }

    /**
     * Everything since the last time.
     *
     * @param choices the order that it arrives in
     */
    List<Told> letThrough(List<Integer> choices) {
        List<Told> order = told.one(choices);
        told = new Orders<>();
        newest.clear();
        return order;
    }
}
