package io.cdpsupervisor.bench;

import com.sun.management.ThreadMXBean;
import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** {@code Supervisor.snapshot()} on a page that a dialog freezes, against a volatile read of our own behind an interface. */
final class SnapshotRead implements Measure {

    private static final int CALLS = 1_000_000;
    private static final int WARM_UP_BLOCKS = 5;
    private static final int BLOCKS = 50;
    private static final double TARGET = 3;

    /** So that no read is left out. */
    private Object last;

    @Override
    public List<Figure> of(Distribution product, Path temporary) throws Exception {
        try (TestSite site = TestSite.start().page("/", "<title>bench</title>");
                Chromium chromium = Chromium.start();
                Embedded embedded = Embedded.start(product, temporary)) {
            Supervisor supervisor = embedded.supervisor("bench", () -> new CdpEndpoint(chromium.httpUrl()));
            try (SupervisedPage page = SupervisedPage.open(supervisor, site.a("/"))) {
                page.start("alert('frozen')");
                page.awaitDialog();
                List<Figure> figures = measure(supervisor);
                page.accept();
                page.finish();
                return figures;
            }
        }
    }

    private List<Figure> measure(Supervisor supervisor) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Samples warmUp = new Samples("warm-up");
        Samples snapshot = new Samples("a million snapshot()");
        Samples plain = new Samples("volatile reads");
        Supplier<Object> ours = new Plain(supervisor.snapshot());
        long bytes = 0;
        for (int block = 0; block < WARM_UP_BLOCKS + BLOCKS; block++) {
            boolean warm = block >= WARM_UP_BLOCKS;
            (warm ? plain : warmUp).time(() -> read(ours));
            long before = threads.getCurrentThreadAllocatedBytes();
            long begin = System.nanoTime();
            read(supervisor);
            long end = System.nanoTime();
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            if (warm) {
                snapshot.add(end - begin);
                bytes += allocated;
            }
        }
        return List.of(
                Figure.ratio("snapshot", snapshot, plain, TARGET),
                new Figure("its garbage", bytes / ((double) BLOCKS * CALLS), 0, "B", "allocated by one call"));
    }

    private void read(Supervisor supervisor) {
        for (int i = 0; i < CALLS; i++) {
            last = supervisor.snapshot();
        }
    }

    private void read(Supplier<Object> supplier) {
        for (int i = 0; i < CALLS; i++) {
            last = supplier.get();
        }
    }

    private static final class Plain implements Supplier<Object> {
        private volatile Object value;

        Plain(Object value) {
            this.value = value;
        }

        @Override
        public Object get() {
            return value;
        }
    }
}
