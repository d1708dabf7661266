package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class DialogLedgerTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_650_000_000);

    private final AtomicLong numbers = new AtomicLong();
    private final DialogLedger ledger = new DialogLedger(numbers::incrementAndGet);

    @Test
    void anAnsweredDialogIsTheAgentsThoughItsEndComesBeforeTheReply() {
        open("S", "F");
        ledger.claimFor(answer(Optional.empty()));
        ledger.onClosed("S", "F", NOW);
        assertThat(ledger.pending()).isEmpty();
        assertThat(ledger.recent())
                .singleElement()
                .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.AGENT));
    }

    @Test
    void aDialogThatNobodyClaimedWasClosedRemotely() {
        open("S", "F");
        ledger.onClosed("S", "F", NOW);
        assertThat(ledger.recent())
                .singleElement()
                .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.REMOTE));
    }

    @Test
    void secondAnswerToTheSameDialogIsRefused() {
        open("S", "F");
        ledger.claimFor(answer(Optional.of("d-1")));
        refused(() -> ledger.claimFor(answer(Optional.of("d-1"))), ErrorCode.DIALOG_ALREADY_CLOSED);
    }

    @Test
    void theClosingEventIsMatchedByItsFrame() {
        open("S", "F1");
        open("S", "F2");
        ledger.onClosed("S", "F2", NOW);
        assertThat(ledger.pending()).extracting(PendingDialog::id).containsExactly("d-1");
    }

    @Test
    void severalPendingNeedAnId() {
        open("S", "F1");
        open("S", "F2");
        assertThatThrownBy(() -> ledger.claimFor(answer(Optional.empty())))
                .hasMessageContaining("d-1")
                .hasMessageContaining("d-2")
                .hasMessageContaining("dialog_id");
        refused(() -> ledger.claimFor(answer(Optional.empty())), ErrorCode.DIALOG_AMBIGUOUS);
    }

    @Test
    void anUnknownIdIsToldFromAClosedOneAndFromNone() {
        refused(() -> ledger.claimFor(answer(Optional.empty())), ErrorCode.NO_DIALOG);
        open("S", "F");
        ledger.onClosed("S", "F", NOW);
        refused(() -> ledger.claimFor(answer(Optional.of("d-1"))), ErrorCode.DIALOG_ALREADY_CLOSED);
        refused(() -> ledger.claimFor(answer(Optional.of("d-9"))), ErrorCode.DIALOG_NOT_FOUND);
    }

    @Test
    void aDialogUnderAPolicyIsNeverPending() {
        ledger.claim(open("S", "F"), ClosedBy.AUTO_POLICY);
        assertThat(ledger.pending()).isEmpty();
    }

    @Test
    void onlyTheLastTwentyAreRemembered() {
        for (int i = 0; i < 25; i++) {
            ledger.close(open("S", "F"), NOW);
        }
        assertThat(ledger.recent()).hasSize(20);
        assertThat(ledger.recent().get(0).dialog().id()).isEqualTo("d-6");
    }

    @Test
    void aFloodOfDialogsIsNotKept() {
        for (int i = 0; i < 100; i++) {
            open("S", "F" + i);
        }
        assertThat(ledger.onOpening("S", Map.of("type", "alert"), NOW)).isEmpty();
    }

    @Test
    void textIsBoundedValidAndMasked() {
        String secret = "AKIA" + "IOSFODNN7" + "EXAMPLE";
        DialogLedger.Entry entry = ledger.onOpening(
                        "S",
                        Map.of(
                                "type",
                                "prompt",
                                "message",
                                secret + "\uD800" + "x".repeat(20_000),
                                "defaultPrompt",
                                secret),
                        NOW)
                .orElseThrow();
        assertThat(entry.dialog().message())
                .doesNotContain(secret)
                .contains("\uFFFD")
                .hasSizeLessThanOrEqualTo(10_240);
        assertThat(entry.dialog().defaultPrompt()).doesNotContain(secret);
        assertThat(entry.rawDefaultPrompt()).as("what the page gets back").isEqualTo(secret);
    }

    private DialogLedger.Entry open(String session, String frame) {
        return ledger.onOpening(session, Map.of("type", "confirm", "message", "Sure?", "frameId", frame), NOW)
                .orElseThrow();
    }

    private static DialogAnswer answer(Optional<String> id) {
        return new DialogAnswer(true, Optional.empty(), id);
    }

    private static void refused(ThrowingCallable call, ErrorCode code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
