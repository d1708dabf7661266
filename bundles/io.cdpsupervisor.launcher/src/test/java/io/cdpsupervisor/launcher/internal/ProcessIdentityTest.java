package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcessIdentityTest {
    private static final String FIELDS = " 1 1 1 0 -1 4194560 100 0 0 0 1 2 0 0 20 0 5 0 ";

    @Test
    void commandNameWithBlanksAndBracketsDoesNotShiftTheStartTime() {
        assertThat(ProcessIdentity.parseStat("4711 (a ) R 9 (b) c) S" + FIELDS + "987654 1000 10"))
                .contains(new ProcessIdentity(4711, 987654));
    }

    @Test
    void zombieIsNotRunning() {
        assertThat(ProcessIdentity.parseStat("4711 (chromium) Z" + FIELDS + "987654 1000 10"))
                .isEmpty();
    }

    @Test
    void truncatedOrForeignTextIsNoProcess() {
        assertThat(ProcessIdentity.parseStat("")).isEmpty();
        assertThat(ProcessIdentity.parseStat("4711 (chromium) S 1 1")).isEmpty();
        assertThat(ProcessIdentity.parseStat("nonsense")).isEmpty();
    }

    @Test
    void numbersThatAddressGroupsOrInitAreNeverCertain() {
        assertThat(new ProcessIdentity(0, 5).certain()).isFalse();
        assertThat(new ProcessIdentity(-7, 5).certain()).isFalse();
        assertThat(new ProcessIdentity(1, 5).certain()).isFalse();
        assertThat(new ProcessIdentity(1L << 31, 5).certain()).isFalse();
        assertThat(new ProcessIdentity(4711, 0).certain()).isFalse();
        assertThat(new ProcessIdentity(4711, 5).certain()).isTrue();
    }

    @Test
    void thisProcessIsFoundInTheRealTable() {
        ProcFs processes = new ProcFs(Path.of("/proc"));
        ProcessIdentity self = processes.identify(ProcessHandle.current().pid()).orElseThrow();

        assertThat(processes.isRunning(self)).isTrue();
        assertThat(processes.isRunning(new ProcessIdentity(self.pid(), self.startTicks() + 1)))
                .isFalse();
    }
}
