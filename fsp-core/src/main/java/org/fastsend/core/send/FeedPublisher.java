package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.FeedLog;
import org.fastsend.core.files.SendJournal;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.ManifestRecord;
import org.fastsend.core.manifest.ManifestRecord.BlocksUnneeded;
import org.fastsend.core.manifest.ManifestRecord.Final;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.manifest.ManifestRecord.Resumed;
import org.fastsend.core.manifest.ManifestWriter;
import org.fastsend.core.manifest.Placement;
import org.jspecify.annotations.Nullable;

/// Makes the manifest grow: gathers records and placements for a moment, appends them to the feed, and keeps the
/// copies on the relays that host it up to date. Records go out before placements that were gathered with them, so
/// nobody hears of a block before the files in it. Confined to the job's thread; answers of hosts come back through
/// {@code later}.
final class FeedPublisher {
    /// Copies of the manifest on relays, where there are as many relays; as many as of the blocks if that is more.
    static final int HOSTS = 2;

    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int GATHER_RECORDS = 2_000;
    private static final int GATHER_PLACEMENTS = 4_096;
    private static final int MAX_UNANSWERED = 8;
    private static final int RECEIVER = -1;

    private final ManifestWriter writer;
    private final FeedLog log;
    private final Optional<SendJournal> journal;
    private final Consumer<FeedEntry> listener;
    private final Consumer<Runnable> later;
    private final Map<Integer, Host> hosts = new HashMap<>();
    /// Relays that did not keep a copy when they were asked to.
    private final Set<Integer> failed = new HashSet<>();

    /// Whether an earlier run has given the feed its final mark: nothing is added to it any more.
    private final boolean finished;

    private @Nullable Host receiver;
    /// Entries that a receiver had when it was lost.
    private OptionalLong receiverHad = OptionalLong.empty();
    /// By the number of a relay: so many entries tell of it.
    private final Map<Integer, Long> toldOf = new HashMap<>();
    private final List<ManifestRecord> records = new ArrayList<>();
    private final List<Placement> placements = new ArrayList<>();
    private boolean withholding;
    private long gatheringSinceNanos;
    private long entries;
    /// So many may be sent: they are in the journal, durably.
    private long sayable;

    private boolean forcing;

    /// @param log the sender's own copy; what it holds already is of an earlier run
    /// @param journal if a later run may follow: nothing is said to anybody before it is durable there
    /// @param listener hears each entry once it is in the sender's own log
    /// @param later runs a task on the job's thread
    FeedPublisher(
            ManifestWriter writer,
            FeedLog log,
            Optional<SendJournal> journal,
            Consumer<FeedEntry> listener,
            Consumer<Runnable> later) {
        this.writer = writer;
        this.finished = writer.complete();
        this.log = log;
        this.journal = journal;
        this.entries = log.size();
        this.sayable = entries;
        this.listener = listener;
        this.later = later;
    }

    /// Throws OutdatedFeedException if the feed has its final mark and the record says more than that a run goes
    /// on with it.
    void add(long nowNanos, ManifestRecord record) {
        if (!finished) {
            gather(nowNanos);
            records.add(record);
            return;
        }
        switch (record) {
            case RelayNamed _, Resumed _, BlocksUnneeded _, Final _ -> {} // numbers that no block ever had
            default -> throw new OutdatedFeedException(record.getClass().getSimpleName());
        }
    }

    void add(long nowNanos, Placement placement) {
        if (!finished) {
            gather(nowNanos);
            placements.add(placement);
        }
    }

    /// A block was sealed. Throws OutdatedFeedException if the feed has its final mark, and so cannot tell of it.
    void checkOpen(int block) {
        if (finished) {
            throw new OutdatedFeedException("block " + block);
        }
    }

    /// Gathers placements and publishes none, until as many wait as one entry may hold.
    void withholdPlacements() {
        withholding = true;
    }

    /// Publishes them again.
    void announcePlacements() {
        withholding = false;
    }

    /// When {@link #flush} is due; empty if nothing was gathered that may be published.
    OptionalLong deadlineNanos() {
        if (records.isEmpty() && !mayPlace()) {
            return OptionalLong.empty();
        }
        boolean full = records.size() >= GATHER_RECORDS || placements.size() >= GATHER_PLACEMENTS;
        return OptionalLong.of(full ? gatheringSinceNanos : gatheringSinceNanos + GATHER_NANOS);
    }

    /// Publishes what was gathered.
    void flush() {
        List<FeedEntry> added = new ArrayList<>(writer.add(records));
        if (mayPlace()) {
            added.addAll(writer.addPlacements(placements));
            placements.clear();
        }
        added.forEach(log::append);
        entries += added.size();
        for (ManifestRecord record : records) {
            if (record instanceof RelayNamed relay) {
                toldOf.put(relay.relay(), entries);
            }
        }
        records.clear();
        journal.ifPresentOrElse(durable -> durable.entries(added), () -> sayable = entries);
        added.forEach(listener);
        sayMore();
    }

    /// Sends what may be sent, and sees to it that the rest soon may.
    private void sayMore() {
        if (sayable < entries && !forcing) {
            forcing = true;
            long written = entries;
            Thread.ofVirtual().name("journal").start(() -> force(written));
        }
        hosts.values().forEach(this::send);
        if (receiver != null) {
            send(receiver);
        }
    }

    private void force(long written) {
        try {
            journal.ifPresent(SendJournal::force);
            later.accept(() -> {
                forcing = false;
                sayable = written;
                sayMore();
            });
        } catch (FspException | IllegalStateException e) {
            later.accept(() -> {
                throw e;
            });
        }
    }

    /// Starts a copy on that relay; sends it the whole feed so far.
    void host(int target, BlockChannel channel) {
        Host host = new Host(target, channel);
        hosts.put(target, host);
        send(host);
    }

    /// Pushes the whole feed to a receiver that cannot ask for it; that is no copy for others.
    void push(BlockChannel channel) {
        receiver = new Host(RECEIVER, channel);
        send(receiver);
    }

    /// Whether a receiver is there that the feed is pushed to.
    boolean pushes() {
        return receiver != null;
    }

    /// Whether a receiver that the feed was pushed to has all of it, or else knows a relay where it is.
    /// Without either it could never go on.
    boolean receiverFindsIt() {
        return receiverHad.isEmpty()
                || hosts.keySet().stream()
                        .anyMatch(host -> toldOf.getOrDefault(host, Long.MAX_VALUE) <= receiverHad.getAsLong());
    }

    /// Forgets the copy on a relay that is gone.
    void lost(int target) {
        hosts.remove(target);
    }

    int hosts() {
        return hosts.size();
    }

    /// The targets that keep copies, in order.
    SortedSet<Integer> hostNumbers() {
        return new TreeSet<>(hosts.keySet());
    }

    /// Whether that relay may be asked to keep a copy: it does not yet, and has not failed to.
    boolean mayHost(int target) {
        return !hosts.containsKey(target) && !failed.contains(target);
    }

    /// Whether every copy, the receiver's too, is as long as the feed, and durable.
    boolean settled() {
        return records.isEmpty()
                && placements.isEmpty()
                && (receiver == null || receiver.durable == entries)
                && hosts.values().stream().allMatch(host -> host.durable == entries);
    }

    private boolean mayPlace() {
        return !placements.isEmpty() && (!withholding || placements.size() >= GATHER_PLACEMENTS);
    }

    private void gather(long nowNanos) {
        if (records.isEmpty() && !mayPlace()) {
            gatheringSinceNanos = nowNanos;
        }
    }

    private void send(Host host) {
        while (host.sent < sayable && host.sent - host.durable < MAX_UNANSWERED) {
            FeedEntry entry = log.read(host.sent);
            host.sent++;
            var _ = host.channel
                    .appendFeed(entry)
                    .whenComplete((_, failure) -> later.accept(() -> answered(host, failure == null)));
        }
    }

    /// A host answers its entries in order; one that failed is not counted, and its channel tells the job
    /// why it is down.
    private void answered(Host host, boolean stored) {
        if (host == receiver && !stored) {
            receiverHad = OptionalLong.of(host.durable);
            receiver = null; // what it lacks, it finds on relays
            return;
        }
        if (host != receiver && (!stored || hosts.get(host.target) != host)) {
            failed.add(host.target);
            hosts.remove(host.target, host);
            return;
        }
        host.durable++;
        send(host);
    }

    private static final class Host {
        private final int target;
        private final BlockChannel channel;
        private long sent;
        private long durable;

        private Host(int target, BlockChannel channel) {
            this.target = target;
            this.channel = channel;
        }
    }
}
