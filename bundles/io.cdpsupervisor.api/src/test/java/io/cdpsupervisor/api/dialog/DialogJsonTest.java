package io.cdpsupervisor.api.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class DialogJsonTest {

    private final PendingDialog pending = new PendingDialog(
            "d-1", DialogType.PROMPT, "Name?", "Ada", Instant.ofEpochMilli(1_650_000_000_250L), "F", "S", true);

    @Test
    void pendingDialogHasTheKeysOfTheContractInOrder() {
        assertThat(pending.toJson())
                .hasToString("{id=d-1, type=prompt, message=Name?, default_prompt=Ada, opened_at=1.65000000025E9,"
                        + " frame_id=F, session_id=S}");
    }

    @Test
    void closedDialogSaysWhenAndByWhomInsteadOfHowToAnswer() {
        ClosedDialog closed = new ClosedDialog(pending, Instant.ofEpochMilli(1_650_000_001_000L), ClosedBy.AUTO_POLICY);
        assertThat(closed.toJson())
                .hasToString("{id=d-1, type=prompt, message=Name?, opened_at=1.65000000025E9, closed_at=1.650000001E9,"
                        + " closed_by=auto_policy, frame_id=F}");
    }
}
