package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.PageInfo.Popup;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The page that a call is about: the task's own, or a popup that this has opened. Immutable. */
record TaskPage(String targetId, boolean isPopup) {

    static final String ARGUMENT = "target_id";

    static TaskPage own(SupervisorSnapshot now) {
        return new TaskPage(now.page().targetId(), false);
    }

    /**
     * The page that the arguments name, the task's own when they name none.
     *
     * @throws BrowserException {@code tab_gone}: it is neither the task's page nor one of its popups
     */
    static TaskPage of(Arguments arguments, SupervisorSnapshot now) {
        TaskPage own = own(now);
        String named = arguments.text(ARGUMENT).orElse(own.targetId());
        if (named.equals(own.targetId())) {
            return own;
        }
        TaskPage popup = new TaskPage(named, true);
        // without a connection no popup is known; that, and not the id, is then what is wrong
        if (popup.popup(now).isEmpty() && now.state() == SupervisorState.ATTACHED) {
            throw unknown(named, now.page().popups());
        }
        return popup;
    }

    /** What is known of the popup; empty for the task's own page. */
    Optional<Popup> popup(SupervisorSnapshot now) {
        return now.page().popups().stream()
                .filter(popup -> popup.targetId().equals(targetId))
                .findFirst();
    }

    CdpRoute route() {
        return isPopup ? CdpRoute.target(targetId) : CdpRoute.PAGE;
    }

    /** Whether it can be asked at all: one that is frozen, crashed or gone has only its state to show. */
    boolean answers(SupervisorSnapshot now) {
        boolean alive =
                isPopup ? now.state() == SupervisorState.ATTACHED : now.page().state() == PageState.OK;
        return alive && now.page().blockedBy().isEmpty();
    }

    private static BrowserException unknown(String named, List<Popup> popups) {
        String present = popups.stream()
                .map(popup -> popup.targetId() + " (" + Redactor.text(popup.url()) + ")")
                .collect(Collectors.joining(", "));
        return new BrowserException(
                ErrorCode.TAB_GONE,
                named + " is neither the task's page nor one of its popups. "
                        + (present.isEmpty() ? "It has none now" : "Present popups: " + present)
                        + "; without " + ARGUMENT + " the call is about the page itself.");
    }
}
