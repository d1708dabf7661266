package io.cdpsupervisor.supervisor.internal;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Steps that go on side by side, and the orders in which they can be seen: a strand keeps its own order, a step comes
 * after those it was caused by, and nothing else is promised. Confined to one thread.
 *
 * @param <T> a step; told apart by identity
 */
final class Orders<T> {

    private final List<T> steps = new ArrayList<>();
    /** For each step, the numbers of those that come before it. */
    private final List<BitSet> causes = new ArrayList<>();

    /** Adds steps that keep this order. */
    @SafeVarargs
    final Orders<T> strand(T... inOrder) {
        T last = null;
        for (T step : inOrder) {
            add(step, last == null ? List.of() : List.of(last));
            last = step;
        }
        return this;
    }

    /** Adds a step that comes after some that were added before. */
    void add(T step, List<T> after) {
        steps.add(step);
        causes.add(new BitSet());
        after.forEach(cause -> cause(cause, step));
    }

    /** One step comes before another one of a different strand. */
    Orders<T> cause(T first, T second) {
        causes.get(number(second)).set(number(first));
        return this;
    }

    private int number(T step) {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) == step) {
                return i;
            }
        }
        throw new IllegalArgumentException("No such step: " + step);
    }

    /** Every order; the first one takes the strands one after the other as far as that goes. */
    List<List<T>> all() {
        List<List<T>> orders = new ArrayList<>();
        collect(new BitSet(), new ArrayList<>(), orders);
        return orders;
    }

    private void collect(BitSet done, List<T> order, List<List<T>> orders) {
        if (order.size() == steps.size()) {
            orders.add(List.copyOf(order));
        }
        for (int next : ready(done)) {
            done.set(next);
            order.add(steps.get(next));
            collect(done, order, orders);
            order.remove(order.size() - 1);
            done.clear(next);
        }
    }

    /**
     * One order.
     *
     * @param choices which of the steps that could be next is next; when they run out, the one that was added first
     */
    List<T> one(List<Integer> choices) {
        BitSet done = new BitSet();
        List<T> order = new ArrayList<>();
        while (order.size() < steps.size()) {
            List<Integer> ready = ready(done);
            int choice = order.size() < choices.size() ? choices.get(order.size()) : 0;
            int next = ready.get(choice % ready.size());
            done.set(next);
            order.add(steps.get(next));
        }
        return order;
    }

    private List<Integer> ready(BitSet done) {
        List<Integer> ready = new ArrayList<>();
        for (int i = done.nextClearBit(0); i < steps.size(); i = done.nextClearBit(i + 1)) {
            BitSet missing = (BitSet) causes.get(i).clone();
            missing.andNot(done);
            if (missing.isEmpty()) {
                ready.add(i);
            }
        }
        return ready;
    }
}
