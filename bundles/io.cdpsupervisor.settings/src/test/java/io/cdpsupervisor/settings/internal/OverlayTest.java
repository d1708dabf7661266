package io.cdpsupervisor.settings.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class OverlayTest {

    private static final String HOST = "io.cdpsupervisor.host";
    private static final String SUPERVISOR = "io.cdpsupervisor.supervisor";
    private static final String LAUNCHER = "io.cdpsupervisor.launcher";

    private final Map<String, String> commandLine = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final RecordedLog log = new RecordedLog();
    private final Overlay overlay = new Overlay(commandLine::get, environment::get, log.logger());

    @Nested
    class Precedence {

        @Test
        void everyKeyOfThePidIsThereWithItsTypedDefault() {
            assertThat(overlay.settings(SUPERVISOR, Map.of()))
                    .containsOnly(
                            entry("browser.dialog_policy", "must_respond"), entry("browser.dialog_timeout_s", 300L));
            assertThat(overlay.settings(LAUNCHER, Map.of())).containsEntry("browser.headed", false);
            assertThat(log.warnings()).isEmpty();
        }

        @Test
        void theConfigurationWinsOverTheDefaultWhateverItsType() {
            assertThat(overlay.settings(HOST, Map.of("browser.command_timeout", 45, "browser.engine", "chrome")))
                    .contains(entry("browser.command_timeout", 45L), entry("browser.engine", "chrome"));
        }

        @Test
        void theEnvironmentWinsOverTheConfiguration() {
            environment.put("BROWSER_INACTIVITY_TIMEOUT", "77");

            assertThat(overlay.settings(HOST, Map.of("browser.inactivity_timeout", 99L)))
                    .containsEntry("browser.inactivity_timeout", 77L);
        }

        @Test
        void theCommandLineWinsOverTheEnvironment() {
            environment.put("BROWSER_INACTIVITY_TIMEOUT", "77");
            commandLine.put("browser.inactivity_timeout", "88");

            assertThat(overlay.settings(HOST, Map.of())).containsEntry("browser.inactivity_timeout", 88L);
        }

        @Test
        void anEmptyVariableCountsAsNotSet() {
            environment.put("CDP_SUPERVISOR_BROWSER_ARGS", "");

            assertThat(overlay.settings(LAUNCHER, Map.of("browser.args", "--mute-audio")))
                    .containsEntry("browser.args", "--mute-audio");
        }

        @Test
        void theEnvironmentOfTheExecutableIsLeftToTheLauncherAndHidesTheConfiguration() {
            Map<String, String> held = Map.of("browser.executable", "/from/file");
            assertThat(overlay.settings(LAUNCHER, held)).containsEntry("browser.executable", "/from/file");

            environment.put("CDP_SUPERVISOR_BROWSER", "/from/environment");
            assertThat(overlay.settings(LAUNCHER, held)).containsEntry("browser.executable", "");

            commandLine.put("browser.executable", "/from/command/line");
            assertThat(overlay.settings(LAUNCHER, held)).containsEntry("browser.executable", "/from/command/line");
        }
    }

    @Nested
    class BadValues {

        @Test
        void anInvalidValueGivesTheDefaultAndOneWarning() {
            Map<String, String> held = Map.of("browser.dialog_policy", "shrug");

            assertThat(overlay.settings(SUPERVISOR, held)).containsEntry("browser.dialog_policy", "must_respond");
            overlay.settings(SUPERVISOR, held);

            assertThat(log.warnings())
                    .isEqualTo(List.of("browser.dialog_policy cannot be 'shrug': it must be one of must_respond,"
                            + " auto_dismiss, auto_accept. The default 'must_respond' is used."));
        }

        @Test
        void anInvalidVariableGivesTheDefaultNotTheConfiguration() {
            environment.put("BROWSER_INACTIVITY_TIMEOUT", "soon");

            assertThat(overlay.settings(HOST, Map.of("browser.inactivity_timeout", 99L)))
                    .containsEntry("browser.inactivity_timeout", 120L);
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("browser.inactivity_timeout", "'soon'", "120");
        }

        @Test
        void aNumberBelowItsFloorIsRaisedWithAWarning() {
            commandLine.put("browser.inactivity_timeout", "5");

            assertThat(overlay.settings(HOST, Map.of())).containsEntry("browser.inactivity_timeout", 30L);
            assertThat(log.warnings())
                    .containsExactly("browser.inactivity_timeout cannot be 5: the least is 30, which is used.");
        }

        @Test
        void aStrangeKeyOfOursIsNamed() {
            overlay.settings(HOST, Map.of("browser.comand_timeout", 9L, "service.pid", HOST));

            assertThat(log.warnings())
                    .containsExactly("The configuration io.cdpsupervisor.host holds browser.comand_timeout, which is no"
                            + " setting of it and does nothing.");
        }
    }
}
