package org.fastsend.server.cli;

import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Signals of the operating system. Java has no public interface for them but the JDK's old one, which the compiler
/// warns of, so it is called by name; where it is missing, or the system has no such signal, nothing is handled.
final class Signals {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    private Signals() {}

    /// Runs `action` on a thread of the JVM whenever the signal comes, in the place of what happened before.
    static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object called = Proxy.newProxyInstance(
                    handler.getClassLoader(),
                    new Class<?>[] {handler},
                    (_, method, _) -> run(method.getName(), action));
            Object wanted = signal.getConstructor(String.class).newInstance(name);
            Object _ = signal.getMethod("handle", signal, handler).invoke(null, wanted, called);
        } catch (ReflectiveOperationException e) {
            LOG.debug("signal {} is not handled here", name, e);
        }
    }

    private static Object run(String method, Runnable action) {
        if (method.equals("handle")) {
            action.run();
        }
        return method.hashCode(); // for the other methods of Object, whose answers nobody needs
    }
}
