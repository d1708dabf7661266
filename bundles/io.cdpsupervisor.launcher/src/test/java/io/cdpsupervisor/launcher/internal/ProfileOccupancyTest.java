package io.cdpsupervisor.launcher.internal;

import static io.cdpsupervisor.launcher.internal.ProfileOccupancy.decide;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.launcher.internal.ProfileOccupancy.Facts;
import io.cdpsupervisor.launcher.internal.ProfileOccupancy.Holder;
import io.cdpsupervisor.launcher.internal.ProfileOccupancy.Provenance;
import io.cdpsupervisor.launcher.internal.ProfileOccupancy.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileOccupancyTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final SingletonLock ABSENT = new SingletonLock.Absent();
    private static final SingletonLock HELD = new SingletonLock.Held("host", 4711);
    private static final SingletonLock GARBAGE = new SingletonLock.Unreadable("it is no symbolic link");
    private static final boolean HERE = true;
    private static final boolean ELSEWHERE = false;
    private static final boolean ANSWERS = true;
    private static final boolean SILENT = false;
    private static final boolean LEASED = true;
    private static final boolean FREE = false;

    @Nested
    class WhenTheBrowserOfThePortFileAnswers {

        @Test
        void ourOwnIsShared() {
            assertThat(decide(new Facts(HELD, HERE, Holder.RUNNING, ANSWERS, Provenance.OURS, LEASED)))
                    .isEqualTo(Verdict.ATTACH_OWNED);
        }

        @ParameterizedTest
        @EnumSource(names = {"NONE", "EARLIER_GENERATION"})
        void somebodyElsesIsUsedButNotOwned(Provenance provenance) {
            assertThat(decide(new Facts(HELD, HERE, Holder.RUNNING, ANSWERS, provenance, FREE)))
                    .isEqualTo(Verdict.ATTACH_FOREIGN);
        }

        @Test
        void aLockThatSomebodyDeletedDoesNotLeadToASecondBrowser() {
            assertThat(decide(new Facts(ABSENT, ELSEWHERE, Holder.GONE, ANSWERS, Provenance.NONE, FREE)))
                    .isEqualTo(Verdict.ATTACH_FOREIGN);
        }

        @Test
        void aCopiedPortFileIsNotBelievedWhenTheLocksHolderIsOnAnotherProfile() {
            assertThat(decide(new Facts(HELD, HERE, Holder.GONE, ANSWERS, Provenance.NONE, FREE)))
                    .isEqualTo(Verdict.LAUNCH);
        }
    }

    @Nested
    class WhenNothingAnswers {

        @Test
        void freeProfileIsLaunched() {
            assertThat(decide(new Facts(ABSENT, ELSEWHERE, Holder.GONE, SILENT, Provenance.NONE, FREE)))
                    .isEqualTo(Verdict.LAUNCH);
        }

        @Test
        void ourOwnBrowserWhoseLockSomebodyDeletedIsNotLaunchedOver() {
            assertThat(decide(new Facts(ABSENT, ELSEWHERE, Holder.GONE, SILENT, Provenance.OURS, FREE)))
                    .isEqualTo(Verdict.WAIT);
        }

        @Test
        void lockOfADeadOrRecycledNumberIsLeftForChromiumToTakeOver() {
            assertThat(decide(new Facts(HELD, HERE, Holder.GONE, SILENT, Provenance.NONE, FREE)))
                    .isEqualTo(Verdict.LAUNCH);
        }

        @Test
        void ourRunningBrowserIsNotLaunchedOverThoughTheLockNamesSomebodyWhoIsGone() {
            assertThat(decide(new Facts(HELD, HERE, Holder.GONE, SILENT, Provenance.OURS, FREE)))
                    .isEqualTo(Verdict.WAIT);
        }

        @Test
        void crashedBrowserIsRelaunchedThoughLeasesAreHeld() {
            assertThat(decide(new Facts(HELD, HERE, Holder.GONE, SILENT, Provenance.NONE, LEASED)))
                    .isEqualTo(Verdict.LAUNCH);
        }

        @Test
        void browserThatIsJustStartingIsWaitedFor() {
            assertThat(decide(new Facts(HELD, HERE, Holder.STARTING, SILENT, Provenance.NONE, FREE)))
                    .isEqualTo(Verdict.WAIT);
        }

        @ParameterizedTest
        @EnumSource(Provenance.class)
        void hungBrowserIsNeverLaunchedOver(Provenance provenance) {
            assertThat(decide(new Facts(HELD, HERE, Holder.RUNNING, SILENT, provenance, FREE)))
                    .isEqualTo(Verdict.REFUSE_UNREACHABLE);
        }

        @Test
        void holderThatMayNotBeLookedAtCountsAsAlive() {
            assertThat(decide(new Facts(HELD, HERE, Holder.HIDDEN, SILENT, Provenance.NONE, FREE)))
                    .isEqualTo(Verdict.REFUSE_UNKNOWN);
        }

        @Test
        void lockThatNamesNobodyIsRefused() {
            assertThat(decide(new Facts(GARBAGE, ELSEWHERE, Holder.GONE, SILENT, Provenance.NONE, FREE)))
                    .isEqualTo(Verdict.REFUSE_UNREADABLE);
        }
    }

    @Nested
    class WhenAnotherContainerHasOurHostNameAndOurFolder {

        @TempDir
        Path root;

        private final ProcFs processes = new ProcFs(Path.of("/proc"));
        private ProfileFolder folder;

        @BeforeEach
        void lockAndRecord() throws IOException {
            folder = new BrowserHome(root.resolve("h")).persistent(root.resolve("profile"));
            String host = processes.machine().hostname();
            Files.createSymbolicLink(folder.singletonLock(), Path.of(host + "-4194303"));
            new LaunchRecord(
                            LaunchRecord.VERSION,
                            folder.userDataDir().toString(),
                            "/usr/bin/chromium",
                            4194303,
                            1,
                            new MachineIdentity(processes.machine().bootId(), "pid:[1]", host),
                            "",
                            "",
                            root.resolve("nothing").toString(),
                            false,
                            LaunchRecord.State.READY,
                            new ProcessIdentity(1, 1),
                            1)
                    .write(folder.record());
        }

        @Test
        void itsLockIsNotTakenForOneOfHere() throws IOException {
            try (LeaseBook ours = new LeaseBook(processes);
                    LeaseBook theirs = new LeaseBook(processes)) {
                theirs.acquire(folder);

                Facts facts = new ProfileOccupancy(processes, ours).inspect(folder, TIMEOUT);

                assertThat(facts.lockIsHere()).isFalse();
                assertThat(facts.provenance()).isEqualTo(Provenance.EARLIER_GENERATION);
                assertThat(decide(facts)).isEqualTo(Verdict.REFUSE_OTHER_HOST);
            }
        }

        @Test
        void itsLockIsClearedOnceNobodyHoldsALease() {
            try (LeaseBook ours = new LeaseBook(processes)) {
                assertThat(decide(new ProfileOccupancy(processes, ours).inspect(folder, TIMEOUT)))
                        .isEqualTo(Verdict.CLEAR_AND_LAUNCH);
            }
        }
    }

    @Nested
    class WhenTheLockNamesAnotherHost {

        @Test
        void provenLeftoverOfOurEarlierContainerIsCleared() {
            assertThat(decide(new Facts(HELD, ELSEWHERE, Holder.GONE, SILENT, Provenance.EARLIER_GENERATION, FREE)))
                    .isEqualTo(Verdict.CLEAR_AND_LAUNCH);
        }

        @Test
        void aHeldLeaseForbidsClearing() {
            assertThat(decide(new Facts(HELD, ELSEWHERE, Holder.GONE, SILENT, Provenance.EARLIER_GENERATION, LEASED)))
                    .isEqualTo(Verdict.REFUSE_OTHER_HOST);
        }

        @Test
        void withoutProofItIsRefused() {
            assertThat(decide(new Facts(HELD, ELSEWHERE, Holder.GONE, SILENT, Provenance.NONE, FREE)))
                    .isEqualTo(Verdict.REFUSE_OTHER_HOST);
        }
    }
}
