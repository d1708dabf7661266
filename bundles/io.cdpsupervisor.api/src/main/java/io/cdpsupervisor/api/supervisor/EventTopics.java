package io.cdpsupervisor.api.supervisor;

/**
 * What supervisors publish through the OSGi EventAdmin service, where there is one. Events of one task come in order.
 * All of them carry {@link #TASK_ID} and {@code timestamp} (epoch milliseconds). Texts from the page are cut and masked
 * as in a snapshot.
 */
public final class EventTopics {

    /** Prefix of all topics; {@code io/cdpsupervisor/*} receives everything. */
    public static final String PREFIX = "io/cdpsupervisor/";

    /** A dialog opened, whoever is going to answer it. */
    public static final String DIALOG_OPENED = PREFIX + "dialog/OPENED";

    /** A dialog is over; {@link #CLOSED_BY} says who ended it. */
    public static final String DIALOG_CLOSED = PREFIX + "dialog/CLOSED";

    /** The renderer of the task's page is gone. */
    public static final String PAGE_CRASHED = PREFIX + "page/CRASHED";

    /** The task's page was closed. */
    public static final String PAGE_GONE = PREFIX + "page/GONE";

    /** The connection dropped. */
    public static final String CONNECTION_LOST = PREFIX + "connection/LOST";

    /** A page is attached, for the first time or again. */
    public static final String CONNECTION_ATTACHED = PREFIX + "connection/ATTACHED";

    /** The supervisor has ended. */
    public static final String CONNECTION_ENDED = PREFIX + "connection/ENDED";

    /** Property: the task. */
    public static final String TASK_ID = "task.id";

    /** Property of dialog events: {@code d-1}, {@code d-2}, … */
    public static final String DIALOG_ID = "dialog.id";

    /** Property of dialog events: {@code alert}, {@code confirm}, {@code prompt}, {@code beforeunload}. */
    public static final String DIALOG_TYPE = "dialog.type";

    /** Property of dialog events. */
    public static final String DIALOG_MESSAGE = "dialog.message";

    /** Property of dialog events: the frame that called. */
    public static final String FRAME_ID = "frame.id";

    /** Property of {@link #DIALOG_CLOSED}: {@code agent}, {@code auto_policy}, {@code watchdog}, {@code remote}. */
    public static final String CLOSED_BY = "closed.by";

    private EventTopics() {}
}
