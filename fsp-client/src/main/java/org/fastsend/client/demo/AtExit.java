package org.fastsend.client.demo;

import org.slf4j.LoggerFactory;

/// What is closed even if Ctrl-C ends the process, unless its owner has seen to it before.
final class AtExit {
    private final Thread hook;

    private AtExit(Thread hook) {
        this.hook = hook;
    }

    /// Closes these at the end of the process, the last one first.
    static AtExit close(AutoCloseable... things) {
        Thread hook = new Thread(
                () -> {
                    for (int i = things.length - 1; i >= 0; i--) {
                        try {
                            things[i].close();
                        } catch (Exception e) {
                            LoggerFactory.getLogger(AtExit.class).warn("tidying up failed: {}", e.toString());
                        }
                    }
                },
                "tidy up");
        Runtime.getRuntime().addShutdownHook(hook);
        return new AtExit(hook);
    }

    /// Its owner closes it now.
    void callOff() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process is ending: the hook is at work
        }
    }
}
