package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.TestPage.fails;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Several tasks, processes and clients on one browser. */
class SharingOnChromiumTest {

    private static Chromium chromium;
    private static TestSite site;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        for (String name : List.of("one", "two", "three", "four")) {
            site.page("/" + name, "<title>" + name + "</title>");
        }
    }

    @AfterAll
    static void stopBrowser() {
        site.close();
        chromium.close();
    }

    @Test
    void twoTasksNeverSeeEachOthersPage() {
        Supervisors shared = TestPage.supervisors();
        try (TestPage one = new TestPage(shared, "one", TestPage.spec(chromium, true));
                TestPage two = new TestPage(shared, "two", TestPage.spec(chromium, true))) {
            for (int round = 0; round < 10; round++) {
                one.open(site.a("/one?" + round));
                two.open(site.a("/two?" + round));
                assertThat(one.evaluate("location.href")).isEqualTo(site.a("/one?" + round));
                assertThat(two.evaluate("location.href")).isEqualTo(site.a("/two?" + round));
            }
            one.later("confirm('of one')");
            PendingDialog dialog = one.pending();
            assertThat(two.now().pending()).isEmpty();
            fails(ErrorCode.DIALOG_NOT_FOUND, "none", () -> two.accept(dialog));
            one.accept(dialog);
        }
    }

    @Test
    void tasksOnTwoBrowsersStayOnTheirs() {
        Supervisors shared = TestPage.supervisors();
        try (Chromium second = Chromium.start();
                TestPage one = new TestPage(shared, "one", TestPage.spec(chromium, true));
                TestPage two = new TestPage(shared, "two", TestPage.spec(second, true));
                OtherClient onFirst = new OtherClient(chromium);
                OtherClient onSecond = new OtherClient(second)) {
            one.open(site.a("/one"));
            two.open(site.a("/two"));
            assertThat(onFirst.targets()).contains(one.target()).doesNotContain(two.target());
            assertThat(onSecond.targets()).contains(two.target()).doesNotContain(one.target());
        }
    }

    @Test
    void ofFourProcessesOnOneBrowserTheEndOfSomeDoesNotDisturbTheOthers() {
        TestPage three = TestPage.on(chromium);
        try (OtherClient user = new OtherClient(chromium);
                TestPage one = TestPage.on(chromium);
                TestPage two = TestPage.on(chromium);
                TestPage four = TestPage.on(chromium)) {
            String tab = user.tab(site.a("/one"));
            List<TestPage> all = List.of(one, two, three, four);
            all.forEach(p -> p.open(site.a("/two")));
            all.forEach(p -> p.later("window.got = confirm('" + p.target() + "')"));
            assertThat(all)
                    .extracting(p -> p.pending().message())
                    .isEqualTo(all.stream().map(TestPage::target).toList());

            four.supervisor().connection().closeSocket();
            three.close();

            for (TestPage left : List.of(one, two)) {
                left.accept(left.pending());
                assertThat(left.evaluate("window.got")).isEqualTo(true);
                left.open(site.b("/three"));
            }
            assertThat(user.targets()).contains(tab, one.target(), two.target(), four.target());
            assertThat(user.targets()).doesNotContain(three.target());
        }
    }

    @Test
    void aDialogOfSomebodyElsesTabIsLeftAloneAndDoesNotKeepUsFromStarting() {
        try (OtherClient user = new OtherClient(chromium)) {
            String tab = user.tab(site.a("/one"));
            Optional<String> session = user.watch(tab);
            user.send(session, "Runtime.evaluate", Map.of("expression", "confirm('mine')"));
            user.await("Page.javascriptDialogOpening", p -> p.get("message").equals("mine"));
            try (TestPage page = external()) {
                page.open(site.a("/two"));
                assertThat(page.target()).isNotEqualTo(tab);
                assertThat(page.evaluate("document.title")).isEqualTo("two");
                assertThat(page.now().pending()).isEmpty();
                page.evaluating(CdpRoute.target(tab), "1");
                Await.until("the frozen tab is known to be one", () -> isUnresponsive(page, tab));
                assertThat(page.now().page().state()).isEqualTo(PageState.OK);
            }
            assertThat(user.heard("Page.javascriptDialogClosed")).isEmpty();
            user.call(session, "Page.handleJavaScriptDialog", Map.of("accept", false));
            user.await("Page.javascriptDialogClosed", p -> p.get("result").equals(false));
        }
    }

    @Test
    void aSecondClientOnOurPageHearsItsDialogsAndTakesNoneWithIt() {
        try (TestPage page = TestPage.on(chromium).open(site.a("/one"))) {
            PendingDialog dialog;
            try (OtherClient other = new OtherClient(chromium)) {
                Optional<String> session = other.watch(page.target());
                other.call(session, "Runtime.enable", Map.of());
                page.later("window.got = confirm('both?')");
                dialog = page.pending();
                other.await(
                        "Page.javascriptDialogOpening", p -> p.get("message").equals("both?"));
            }
            assertThat(page.now().pending()).containsExactly(dialog);
            page.accept(dialog);
            assertThat(page.evaluate("window.got")).isEqualTo(true);
            assertThat(page.now().recent())
                    .singleElement()
                    .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.AGENT));
        }
    }

    @Test
    void aSecondClientMayTurnEverythingOffOnItsOwnSession() {
        try (TestPage page = TestPage.on(chromium).open(site.a("/one"));
                OtherClient other = new OtherClient(chromium)) {
            Optional<String> session = other.watch(page.target());
            for (String method : List.of("Runtime.enable", "Runtime.disable", "Page.disable")) {
                other.call(session, method, Map.of());
            }
            page.later("window.got = confirm('still heard?')");
            page.accept(page.pending());
            page.open(site.a("/two"));
            assertThat(page.now().frames()).hasSize(1);
        }
    }

    /** Tabs whose renderers have stopped answer nothing at all. */
    @Test
    void aBrowserWhoseTabsAllHangIsAttachedToAllTheSame() {
        try (Chromium hanging = Chromium.start("--disable-features=SpareRendererForSitePerProcess");
                OtherClient user = new OtherClient(hanging)) {
            List<String> tabs = Stream.of(site.a("/one"), site.b("/two"), site.a("/three"))
                    .map(user::tab)
                    .toList();
            tabs.forEach(tab -> user.call(user.watch(tab), "Runtime.evaluate", Map.of("expression", "1")));
            List<Long> renderers = hanging.renderers();
            assertThat(renderers).hasSizeGreaterThanOrEqualTo(3);
            renderers.forEach(pid -> hanging.signal("STOP", pid));
            long before = System.nanoTime();
            try (TestPage page = new TestPage(TestPage.supervisors(), "t", TestPage.spec(hanging, false))) {
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
                assertThat(page.now().state()).isEqualTo(SupervisorState.ATTACHED);
                assertThat(tabs).doesNotContain(page.target());
                page.open(site.a("/four"));
                assertThat(page.evaluate("document.title")).isEqualTo("four");
            }
            assertThat(user.targets()).contains(tabs);
        }
    }

    private static boolean isUnresponsive(TestPage page, String target) {
        try (CallScope scope = page.supervisor().openScope()) {
            scope.call(CdpRoute.target(target), "Runtime.evaluate", Map.of("expression", "1"), Duration.ofMillis(200));
            return false;
        } catch (BrowserException e) {
            return e.code() == ErrorCode.PAGE_UNRESPONSIVE;
        }
    }

    private static TestPage external() {
        return new TestPage(TestPage.supervisors(), "t", TestPage.spec(chromium, false));
    }
}
