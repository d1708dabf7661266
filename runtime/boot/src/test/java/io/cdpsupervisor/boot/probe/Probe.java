package io.cdpsupervisor.boot.probe;

/** Lives in a bundle that a test makes: a component whose service properties show what it was configured with. */
public final class Probe implements Runnable {

    @Override
    public void run() {
        // its properties are what counts
    }
}
