package org.fastsend.it.fault;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.net.CapabilityPolicy;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayListener;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.relay.admission.AdmissionLimits;
import org.fastsend.relay.lease.LeaseTerm;
import org.fastsend.relay.serve.RelayHost;
import org.fastsend.relay.serve.RunningStore;
import org.fastsend.relay.serve.StoreDirectory;

/// A relay in a process of its own that does one thing wrong. Arguments: its directory, its member directory, the
/// {@link Fault} (such as {@code flip-bit}) and how often it strikes (1: always). It listens at a free port of the
/// loopback address and says so in the words of {@code fsp relay}; each time that it strikes it prints {@link
/// #STRUCK}.
public final class FaultyRelay implements AutoCloseable {
    /// The line that it prints each time.
    public static final String STRUCK = "struck";

    private static final long BUFFER_BYTES = 64L << 20;
    private static final long CAPACITY_BYTES = 4L << 30;
    private static final long MAX_ITEMS = 1_000_000;

    private final RunningStore running;
    private final RelayListener listener;

    private FaultyRelay(RunningStore running, RelayListener listener) {
        this.running = running;
        this.listener = listener;
    }

    public static void main(String[] arguments) throws Exception {
        Path membership = Path.of(arguments[1]);
        Fault fault = Fault.valueOf(arguments[2].toUpperCase(Locale.ROOT).replace('-', '_'));
        int every = Integer.parseInt(arguments[3]);
        FaultyRelay relay = start(Path.of(arguments[0]), membership, fault, every, () -> System.out.println(STRUCK));
        String name = Federation.load(membership, new SystemEpochClock())
                .verify(List.of(Identity.load(membership).certificate()))
                .name();
        System.out.println("fsp relay " + name + " listening on 127.0.0.1:" + relay.port() + ", capacity 4.0 GiB, "
                + fault + " every " + every);
        Thread.currentThread().join();
    }

    /// Starts one in this process.
    public static FaultyRelay start(Path directory, Path membership, Fault fault, int every, Runnable struck)
            throws Exception {
        SystemEpochClock clock = new SystemEpochClock();
        Identity identity = Identity.load(membership);
        Federation federation = Federation.load(membership, clock);
        Buffers buffers = new Buffers(BUFFER_BYTES);
        RunningStore running = RunningStore.start(
                StoreDirectory.open(directory),
                new AdmissionLimits(CAPACITY_BYTES, 0, AdmissionLimits.DEFAULT_MAX_TRANSFERS, MAX_ITEMS),
                LeaseTerm.DEFAULT,
                clock,
                new SystemNanoClock(),
                buffers);
        FaultyHost host = new FaultyHost(new RelayHost(running.store(), identity), fault, every, struck);
        RelayListener listener = RelayListener.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                LocalEnd.of(identity, federation, buffers, clock, new SecureRandom()),
                new CapabilityPolicy(federation, identity.keyHash(), clock, host));
        return new FaultyRelay(running, listener);
    }

    public int port() {
        return listener.port();
    }

    @Override
    public void close() {
        listener.close();
        try {
            running.close();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
