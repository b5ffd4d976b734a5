package org.fastsend.core.control;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.Carriage;

/// The transfers that run in this process: the Java side of `fsp transfers`. Thread-safe.
public final class TransferRegistry {
    private final String prefix;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private int next;

    private record Entry(String what, Carriage carriage) {}

    /// @param prefix of the ids given here, of this process alone: its number, say
    public TransferRegistry(String prefix) {
        this.prefix = prefix;
    }

    /// A transfer begins; it is over when the registration is closed.
    public synchronized Registration add(String what, Carriage carriage) {
        String id = prefix + "-" + ++next;
        entries.put(id, new Entry(what, carriage));
        return new Registration(id);
    }

    public synchronized List<RunningTransfer> list() {
        return entries.entrySet().stream()
                .map(entry -> describe(entry.getKey(), entry.getValue()))
                .toList();
    }

    /// Changes what a transfer may do, from now on; what it is then, or empty if there is no such transfer.
    /// Throws IllegalArgumentException for settings that make no sense.
    public synchronized Optional<RunningTransfer> change(String id, UnaryOperator<RateSettings> how) {
        Optional<Entry> entry = Optional.ofNullable(entries.get(id));
        entry.ifPresent(found -> {
            var rate = found.carriage.rate();
            rate.change(how.apply(rate.settings()));
        });
        return entry.map(found -> describe(id, found));
    }

    private synchronized void remove(String id) {
        entries.remove(id);
    }

    private static RunningTransfer describe(String id, Entry entry) {
        var rate = entry.carriage.rate();
        return new RunningTransfer(
                id,
                entry.what,
                entry.carriage.kind(),
                rate.settings(),
                rate.totals().connections(),
                rate.sending().use().movedBytes(),
                rate.receiving().use().movedBytes());
    }

    /// A transfer's place in the registry.
    public final class Registration implements AutoCloseable {
        private final String id;

        private Registration(String id) {
            this.id = id;
        }

        public String id() {
            return id;
        }

        @Override
        public void close() {
            remove(id);
        }
    }
}
