package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogDecider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deciders of this process, asked off the loop, on a thread that is there for one dialog: they are foreign code.
 * Safe for any thread.
 */
final class Deciders {

    private static final Logger LOG = LoggerFactory.getLogger(Deciders.class);

    /** One service; equal by its id, which is unique in the framework. */
    private record Ranked(DialogDecider decider, int ranking, long serviceId, String bundle, Set<Asked> overdue) {}

    private final Object change = new Object();
    private volatile List<Ranked> ranked = List.of();

    void add(DialogDecider decider, int ranking, long serviceId, String bundle) {
        synchronized (change) {
            remove(serviceId);
            List<Ranked> all = new ArrayList<>(ranked);
            all.add(new Ranked(decider, ranking, serviceId, bundle, ConcurrentHashMap.newKeySet()));
            all.sort(Comparator.comparingInt(Ranked::ranking).reversed().thenComparingLong(Ranked::serviceId));
            ranked = List.copyOf(all);
        }
    }

    void remove(long serviceId) {
        synchronized (change) {
            ranked = ranked.stream().filter(r -> r.serviceId() != serviceId).toList();
        }
    }

    boolean isEmpty() {
        return ranked.isEmpty();
    }

    /** Asks them one after the other; the decision, or empty when all leave it, is given to {@code then} once. */
    Asked ask(DialogDecider.Question question, Consumer<Optional<DialogAnswer>> then) {
        Asked asked = new Asked(question, ranked);
        DaemonThreads.create("cdp-decide-" + question.taskId(), () -> asked.run(then))
                .start();
        return asked;
    }

    /** One dialog before the deciders. Safe for any thread. */
    static final class Asked {

        private final DialogDecider.Question question;
        private final List<Ranked> deciders;
        /** Under the monitor, like the next. */
        private Ranked current;

        private boolean over;

        private Asked(DialogDecider.Question question, List<Ranked> deciders) {
            this.question = question;
            this.deciders = deciders;
        }

        /** Waits no longer: what comes now is dropped, and whoever is late is not asked before it has come back. */
        synchronized void giveUp() {
            over = true;
            if (current != null) {
                current.overdue().add(this);
                LOG.warn(
                        "The dialog decider of {} took too long over {} of task {}; it is passed over until it returns",
                        current.bundle(),
                        question.dialog().id(),
                        question.taskId());
            }
        }

        private void run(Consumer<Optional<DialogAnswer>> then) {
            for (Ranked next : deciders) {
                if (!begin(next)) {
                    continue;
                }
                Optional<DialogAnswer> answer = decide(next);
                if (end() && answer.isPresent()) {
                    then.accept(answer);
                    return;
                }
            }
            then.accept(Optional.empty());
        }

        private synchronized boolean begin(Ranked next) {
            if (over || !next.overdue().isEmpty()) {
                return false;
            }
            current = next;
            return true;
        }

        /** Whether the answer still counts. */
        private synchronized boolean end() {
            current.overdue().remove(this);
            current = null;
            return !over;
        }

        private Optional<DialogAnswer> decide(Ranked next) {
            try {
                Optional<DialogAnswer> answer = next.decider().decide(question);
                return answer == null ? Optional.empty() : answer;
            } catch (Throwable e) {
                // An Error too: its bundle may be on its way out.
                LOG.warn(
                        "The dialog decider of {} failed on {}",
                        next.bundle(),
                        question.dialog().id(),
                        e);
                return Optional.empty();
            }
        }
    }
}
