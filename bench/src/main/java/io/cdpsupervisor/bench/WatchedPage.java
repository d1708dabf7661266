package io.cdpsupervisor.bench;

import java.io.IOException;

/**
 * A page of the browser and the client that watches it. Expressions hold neither double quotes nor backslashes. Every
 * wait ends, with an exception, after two minutes at most. Used by one thread.
 */
interface WatchedPage extends AutoCloseable {

    /** Has the page evaluate something, and does not wait for that. */
    void start(String expression) throws IOException;

    /** Blocks until what was started has been answered; gives the answer as JSON text. */
    String finish() throws IOException, InterruptedException;

    /** Blocks until a dialog is seen; gives its message. */
    String awaitDialog() throws IOException, InterruptedException;

    /** Accepts the dialog. */
    void accept() throws IOException;

    /** Blocks until a line with this text has come out of the console. */
    void awaitConsole(String text) throws IOException, InterruptedException;

    /** Has the page evaluate something and gives the answer. */
    default String evaluate(String expression) throws IOException, InterruptedException {
        start(expression);
        return finish();
    }

    @Override
    void close();
}
