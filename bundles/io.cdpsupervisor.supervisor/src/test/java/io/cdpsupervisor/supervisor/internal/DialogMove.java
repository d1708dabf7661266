package io.cdpsupervisor.supervisor.internal;

/** What can happen next between a page's dialogs and a supervisor. Immutable. */
enum DialogMove {
    /** The page opens a dialog. */
    OPEN,
    /** The agent answers the dialog that it sees. */
    ANSWER,
    /** The agent answers a dialog that is over. */
    ANSWER_THE_LAST_ONE,
    /** The browser carries out the next of our answers. */
    TAKE,
    /** The browser fails to. */
    FAIL,
    /** The next message arrives at the supervisor. */
    DELIVER,
    /** Another client closes the dialog. */
    CLOSE_ELSEWHERE,
    NAVIGATE,
    CRASH,
    CLOSE_TAB,
    DROP,
    /** So much time passes that the watchdog acts. */
    WAIT,
    /** The next dialogs are under another policy. */
    SWITCH_POLICY
}
