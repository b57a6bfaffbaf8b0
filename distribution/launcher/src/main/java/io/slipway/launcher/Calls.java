package io.slipway.launcher;

import java.util.OptionalInt;

/** The one call that may be under way, and its end when the process is told to end. Used by the caller and the shutdown hook. */
final class Calls {

    /** A command that runs until it is done or interrupted. */
    @FunctionalInterface
    interface Call {
        int run() throws InterruptedException;
    }

    private Thread caller;
    private boolean ending;
    private int code = Host.FAULT;
    private boolean any;

    /** Runs {@code call} in this thread, unless the process ends already: then 0, as nothing was begun. */
    int call(Call call) {
        if (!begin()) {
            return 0;
        }
        int result = Host.FAULT;
        try {
            result = call.run();
        } catch (InterruptedException e) {
            result = 0; // before the command began
        } finally {
            finish(result);
        }
        return result;
    }

    /** Interrupts the call under way and waits for it; its exit code, 0 if none began, or nothing if the last one had ended by itself. */
    synchronized OptionalInt end() throws InterruptedException {
        ending = true;
        if (caller == null) {
            return any ? OptionalInt.empty() : OptionalInt.of(0);
        }
        caller.interrupt();
        while (caller != null) {
            wait();
        }
        return OptionalInt.of(code);
    }

    private synchronized boolean begin() {
        if (ending) {
            return false;
        }
        caller = Thread.currentThread();
        any = true;
        return true;
    }

    private synchronized void finish(int result) {
        code = result;
        caller = null;
        notifyAll();
    }
}
