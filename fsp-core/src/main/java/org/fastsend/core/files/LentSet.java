package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A bounded set of open things (files, directories), each under a key and opened when first asked for. Those used
/// least recently are closed when there are too many; one that is lent stays open until it comes back, so the set
/// exceeds its bound by at most the number of borrowers. Thread-safe.
final class LentSet<K, V extends Closeable> implements Closeable {
    interface Opener<K, V> {
        V open(K key) throws IOException;
    }

    private final int maxOpen;
    private final Opener<K, V> opener;
    private final LinkedHashMap<K, Lent<V>> open = new LinkedHashMap<>(16, 0.75f, true);

    LentSet(int maxOpen, Opener<K, V> opener) {
        this.maxOpen = maxOpen;
        this.opener = opener;
    }

    /// Lends what lies under `key`; the borrower closes the loan, not the thing. The opener may borrow in its turn.
    synchronized Loan<V> lend(K key) throws IOException {
        Lent<V> lent = open.get(key);
        if (lent == null || lent.isBroken()) {
            lent = new Lent<>(opener.open(key));
            open.put(key, lent);
        }
        lent.users++;
        closeIdle();
        return new Loan<>(this, lent);
    }

    /// Takes `key` out; what lies there is closed as soon as nobody uses it, and opened anew when it is asked for
    /// again.
    synchronized void forget(K key) throws IOException {
        Lent<V> lent = open.remove(key);
        if (lent != null) {
            lent.forgotten = true;
            lent.closeIfUnused();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        List<K> keys = new ArrayList<>(open.keySet());
        for (K key : keys) {
            forget(key);
        }
    }

    private synchronized void takeBack(Lent<V> lent) throws IOException {
        lent.users--;
        if (lent.forgotten) {
            lent.closeIfUnused();
        } else {
            closeIdle();
        }
    }

    private void closeIdle() throws IOException {
        Iterator<Map.Entry<K, Lent<V>>> eldest = open.entrySet().iterator();
        for (int excess = open.size() - maxOpen; excess > 0 && eldest.hasNext(); ) {
            Lent<V> lent = eldest.next().getValue();
            if (lent.users == 0) {
                eldest.remove();
                excess--;
                lent.value.close();
            }
        }
    }

    /// Something lent for a while.
    static final class Loan<V extends Closeable> implements Closeable {
        private final LentSet<?, V> owner;
        private final Lent<V> lent;

        private Loan(LentSet<?, V> owner, Lent<V> lent) {
            this.owner = owner;
            this.lent = lent;
        }

        V value() {
            return lent.value;
        }

        @Override
        public void close() throws IOException {
            owner.takeBack(lent);
        }
    }

    private static final class Lent<V extends Closeable> {
        final V value;
        int users;
        boolean forgotten;

        Lent(V value) {
            this.value = value;
        }

        /// An interrupted thread closes the channel it is in, for all of its users.
        boolean isBroken() {
            return value instanceof Channel channel && !channel.isOpen();
        }

        void closeIfUnused() throws IOException {
            if (users == 0) {
                value.close();
            }
        }
    }
}
