package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.TestPage.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.cdp.CallOptions;
import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Several who would answer the same dialog, and answers from the threads that tell of it. */
class DialogRacesOnChromiumTest {

    private static Chromium chromium;
    private static TestSite site;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title>");
    }

    @AfterAll
    static void stopBrowser() {
        site.close();
        chromium.close();
    }

    @Test
    void aListenerMayAnswerTheDialogItIsToldOf() {
        try (TestPage page = quiet()) {
            page.supervisor().onInterruption(i -> i.dialog().ifPresent(page::dismiss));
            assertThat(page.evaluate("confirm('listener?')")).isEqualTo(false);
            assertThat(page.now().recent())
                    .singleElement()
                    .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.AGENT));
        }
    }

    @Test
    void aPlugInMayAnswerRawOnTheThreadThatToldIt() {
        try (TestPage page = quiet()) {
            CapturedCdp captured = new Captures("vendor").capture(page.supervisor(), LONG);
            CallOptions options = CallOptions.session(captured.pageSessionId(), LONG);
            captured.call("Page.enable", Map.of(), options);
            page.supervisor()
                    .onInterruption(i -> i.dialog()
                            .ifPresent(d ->
                                    captured.call("Page.handleJavaScriptDialog", Map.of("accept", true), options)));
            assertThat(page.evaluate("confirm('raw?')")).isEqualTo(true);
            assertThat(page.now().recent())
                    .singleElement()
                    .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.REMOTE));
            assertThat(captured.isValid()).isTrue();
        }
    }

    @Test
    void ofTwoAgentsAtOneDialogExactlyOneIsHeard() throws Exception {
        ExecutorService agents = Executors.newFixedThreadPool(2);
        try (TestPage page = quiet()) {
            for (int round = 0; round < 10; round++) {
                page.later("window.got = prompt('who?')");
                PendingDialog dialog = page.pending();
                List<Future<String>> answers = new ArrayList<>();
                for (String name : List.of("first", "second")) {
                    answers.add(agents.submit(() -> {
                        page.answer(dialog, true, Optional.of(name));
                        return name;
                    }));
                }
                List<String> winners = winners(answers);
                assertThat(winners).hasSize(1);
                assertThat(page.evaluate("window.got")).isEqualTo(winners.get(0));
            }
            assertThat(page.now().recent())
                    .hasSize(10)
                    .allSatisfy(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.AGENT));
        } finally {
            agents.shutdown();
        }
    }

    @Test
    void ofAnAgentAndTheWatchdogExactlyOneIsHeard() {
        Duration limit = Duration.ofMillis(30);
        try (TestPage page =
                TestPage.on(chromium, DialogPolicy.MUST_RESPOND, limit).open(site.a("/quiet"))) {
            List<PendingDialog> told = new CopyOnWriteArrayList<>();
            page.supervisor().onInterruption(i -> i.dialog().ifPresent(told::add));
            for (int round = 0; round < 12; round++) {
                int before = round;
                page.later("window.got = confirm('late?')");
                Await.until("the dialog", () -> told.size() > before);
                PendingDialog dialog = told.get(round);
                Instant then = dialog.openedAt().plus(limit).plusMillis(round % 4 - 3);
                Await.until("the last moment", () -> !Instant.now().isBefore(then));
                boolean answered = isAnswered(page, dialog);
                assertThat(page.closed(dialog).closedBy()).isEqualTo(answered ? ClosedBy.AGENT : ClosedBy.WATCHDOG);
                assertThat(page.evaluate("window.got")).isEqualTo(answered);
            }
        }
    }

    private static boolean isAnswered(TestPage page, PendingDialog dialog) {
        try {
            page.accept(dialog);
            return true;
        } catch (BrowserException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.DIALOG_ALREADY_CLOSED);
            return false;
        }
    }

    private static List<String> winners(List<Future<String>> answers) throws InterruptedException {
        List<String> winners = new ArrayList<>();
        for (Future<String> answer : answers) {
            try {
                winners.add(answer.get());
            } catch (ExecutionException e) {
                assertThat(e.getCause())
                        .isInstanceOfSatisfying(
                                BrowserException.class,
                                late -> assertThat(late.code()).isEqualTo(ErrorCode.DIALOG_ALREADY_CLOSED));
            }
        }
        return winners;
    }

    private static TestPage quiet() {
        return TestPage.on(chromium).open(site.a("/quiet"));
    }
}
