package io.cdpsupervisor.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.boot.HostPlan.PlannedBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.startlevel.BundleStartLevel;

/** A real framework with SCR, ConfigAdmin and the settings bundle, which the build has put into one folder. */
class HostTest {

    private static final Path BUNDLES = Path.of("target", "test-bundles").toAbsolutePath();
    private static final String SETTINGS = "io.cdpsupervisor.settings";
    private static final String HOST_PID = "io.cdpsupervisor.host";

    @TempDir
    private Path folder;

    private Home home;

    @BeforeEach
    void openHome() {
        home = Home.open(folder.resolve("home"));
    }

    @Nested
    class Settings {

        @Test
        void reachTheirComponentInTheirOrderWithFloorsApplied() throws IOException {
            Files.createDirectories(home.conf());
            Files.writeString(home.conf().resolve(HOST_PID + ".cfg.json"), """
                    {
                      // a comment is fine
                      "browser.command_timeout": 45,
                      "browser.max_message_mb": 7,
                      "browser.inactivity_timeout": 1
                    }
                    """);
            Map<String, String> properties = Map.of("cdpsupervisor.set.browser.max_message_mb", "8");
            Path probe = ProbeBundle.configuredFrom(HOST_PID, folder.resolve("probe.jar"));
            HostPlan plan = plan(probe).with(Map.of(HOST_PID, Map.of("browser.engine", "chrome")));

            try (Host host = start(plan.with(ConfigurationFiles.read(home.conf())), properties)) {
                ServiceReference<?> component = host.context().getServiceReference(Runnable.class);

                assertThat(component).as("the probe's service").isNotNull();
                assertThat(component.getProperty("browser.command_timeout")).isEqualTo(45L);
                assertThat(component.getProperty("browser.max_message_mb")).isEqualTo(8L);
                assertThat(component.getProperty("browser.inactivity_timeout")).isEqualTo(30L);
                assertThat(component.getProperty("browser.engine")).isEqualTo("chrome");
                assertThat(component.getProperty("browser.allow_private_urls")).isEqualTo(false);
            }
        }

        @Test
        void areThereWithoutAnyConfiguration() throws IOException {
            Path probe = ProbeBundle.configuredFrom("io.cdpsupervisor.supervisor", folder.resolve("probe.jar"));

            try (Host host = start(plan(probe), Map.of())) {
                ServiceReference<?> component = host.context().getServiceReference(Runnable.class);

                assertThat(component).as("the probe's service").isNotNull();
                assertThat(component.getProperty("browser.dialog_policy")).isEqualTo("must_respond");
            }
        }
    }

    @Nested
    class BundlesThatDoNotStart {

        @Test
        void oursEndTheStartWithTheMissingRequirement() throws IOException {
            Path broken = ProbeBundle.missing("no.such.thing", "io.cdpsupervisor.broken", folder.resolve("broken.jar"));

            assertThatThrownBy(() -> start(plan(broken), Map.of()).close())
                    .isInstanceOf(BootException.class)
                    .hasMessageContaining("The bundle io.cdpsupervisor.broken does not start")
                    .hasMessageContaining("no.such.thing");
            assertThat(home.run()).isEmptyDirectory();
        }

        @Test
        void othersAreLeftOut() throws IOException {
            Path broken = ProbeBundle.missing("no.such.thing", "vendor.broken", folder.resolve("broken.jar"));

            try (Host host = start(plan(broken), Map.of())) {
                assertThat(state(host, "vendor.broken")).isEqualTo(Bundle.INSTALLED);
                assertThat(state(host, SETTINGS)).isEqualTo(Bundle.ACTIVE);
            }
        }
    }

    @Nested
    class Ending {

        @Test
        void leavesNothingInTheHome() throws IOException {
            start(plan(), Map.of()).close();

            assertThat(home.run()).isEmptyDirectory();
        }

        @RepeatedTest(10)
        void mayComeFromABundleWhileTheOthersAreStillBeingStarted() throws IOException {
            Path stopper = ProbeBundle.stoppingTheFramework(folder.resolve("stopper.jar"));
            long begun = System.nanoTime();

            try (Host host = start(plan(stopper), Map.of())) {
                assertThat(host.awaitStop(Host.STOP_LIMIT)).isTrue();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
            assertThat(home.run()).isEmptyDirectory();
        }

        @Test
        void isNoticedWhenTheFrameworkStopsByItself() throws Exception {
            try (Host host = start(plan(), Map.of())) {
                assertThat(host.awaitStop(Duration.ofMillis(1))).isFalse();

                host.context().getBundle(0).stop();

                assertThat(host.awaitStop(Host.STOP_LIMIT)).isTrue();
            }
        }
    }

    @Test
    void servicesThatAreRegisteredFirstAreThereBeforeAnyBundleStarts() throws IOException {
        List<Integer> active = new ArrayList<>();

        Host.start(
                        home,
                        plan(),
                        Map.of(),
                        context -> active.add((int) Stream.of(context.getBundles())
                                .filter(bundle -> bundle.getBundleId() != 0 && bundle.getState() == Bundle.ACTIVE)
                                .count()))
                .close();

        assertThat(active).containsExactly(0);
    }

    @Test
    void everyBundleIsActiveAtItsStartLevel() throws IOException {
        try (Host host = start(plan(), Map.of())) {
            assertThat(Stream.of(host.context().getBundles()).map(Bundle::getState))
                    .containsOnly(Bundle.ACTIVE);
            assertThat(startLevel(host, SETTINGS)).isEqualTo(2);
            assertThat(startLevel(host, "org.apache.felix.scr")).isEqualTo(1);
        }
    }

    private Host start(HostPlan plan, Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.put("cdpsupervisor.configurations", ConfigurationText.of(plan.configurations()));
        return Host.start(home, plan, all, context -> {});
    }

    private static HostPlan plan(Path... more) throws IOException {
        List<PlannedBundle> bundles = new ArrayList<>();
        try (Stream<Path> jars = Files.list(BUNDLES)) {
            jars.forEach(jar -> bundles.add(
                    new PlannedBundle(jar, jar.getFileName().toString().startsWith(SETTINGS) ? 2 : 1)));
        }
        Stream.of(more).forEach(jar -> bundles.add(new PlannedBundle(jar, 3)));
        return new HostPlan(bundles, Map.of("org.osgi.framework.startlevel.beginning", "4"), Map.of());
    }

    private static int state(Host host, String symbolicName) {
        return bundle(host, symbolicName).getState();
    }

    private static int startLevel(Host host, String symbolicName) {
        return bundle(host, symbolicName).adapt(BundleStartLevel.class).getStartLevel();
    }

    private static Bundle bundle(Host host, String symbolicName) {
        return Stream.of(host.context().getBundles())
                .filter(bundle -> symbolicName.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }
}
