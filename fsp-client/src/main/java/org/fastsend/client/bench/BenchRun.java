package org.fastsend.client.bench;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.ExpectedPeer;
import org.fastsend.core.net.RelayConnection;
import org.fastsend.core.net.RelayConnector;
import org.fastsend.core.net.udp.UdpTotals;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.time.SystemNanoClock;

/// One path test: keeps so many blocks on their way until the time is over, and says what came of it.
public final class BenchRun implements ChannelListener {
    /// Blocks asked and not answered: enough for 1 Gbit/s over a second.
    private static final int BLOCKS = 128;

    private static final int STREAMS_PER_UDP_SESSION = 4;
    private static final int MAX_STREAMS = 64;
    private static final double MOST = 0.95;
    private static final int GONE = -1;
    private static final long ANSWER_SECONDS = 30;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    private final BenchOrder order;
    private final NanoClock clock = new SystemNanoClock();
    private final BenchEnd end;
    private final LinkedBlockingQueue<Integer> free = new LinkedBlockingQueue<>();
    private final byte[] noise;
    private long written;

    // Guarded by this while blocks are on their way.
    private final BenchProgress progress = new BenchProgress(BenchBlocks.PAYLOAD_BYTES);
    private boolean over;
    private Optional<FspException> failure = Optional.empty();

    public BenchRun(BenchOrder order) {
        this.order = order;
        this.end = BenchEnd.of(order.carriage());
        this.noise = BenchBlocks.noise(end.local().random());
    }

    /// Takes as long as was ordered.
    public BenchReport run() throws InterruptedException, IOException {
        try (RelayConnection connection =
                new RelayConnector(end.local()).connect(order.host(), order.port(), new ExpectedPeer.Anyone())) {
            BlockChannel channel = connection.open(BenchBlocks.TRANSFER, Optional.empty(), this);
            channel.streams(streams());
            BenchFigures theirs = figures(channel);
            BenchFigures ours = BenchFigures.of(udpTotals());
            long segments = TcpRetransmissions.now();
            long startNanos = clock.nanos();
            progress.begin(startNanos);
            if (order.write().isPresent()) {
                receive(channel, startNanos);
            } else {
                send(channel, startNanos);
            }
            long endNanos = clock.nanos();
            theirs = figures(channel).since(theirs);
            ours = BenchFigures.of(udpTotals()).since(ours);
            return report(connection.rttNanos(), endNanos, ours, theirs, TcpRetransmissions.now() - segments);
        }
    }

    private StreamWish streams() {
        if (order.streams().isEmpty()) {
            return StreamWish.AUTO;
        }
        int asked = order.streams().getAsInt();
        boolean udp = order.carriage().kind() == ChannelKind.UDP;
        return StreamWish.exactly(Math.min(MAX_STREAMS, udp ? asked * STREAMS_PER_UDP_SESSION : asked));
    }

    /// Makes blocks as they are needed: the first need not wait for the others.
    private void send(BlockChannel channel, long startNanos) throws InterruptedException, IOException {
        Map<Integer, SealedBlock> blocks = new HashMap<>();
        LongAdder read = new LongAdder();
        exchange(startNanos, number -> {
            SealedBlock block = order.read().isPresent()
                    ? BenchBlocks.read(number, read.sum(), order.read().get())
                    : blocks.computeIfAbsent(number, fresh -> BenchBlocks.of(fresh, noise));
            read.add(BenchBlocks.PAYLOAD_BYTES);
            return channel.put(block);
        });
    }

    private void receive(BlockChannel channel, long startNanos) throws InterruptedException, IOException {
        exchange(startNanos, channel::get);
    }

    /// Puts one block on its way.
    private interface Asking {
        BlockChannel.Offer ask(int number) throws InterruptedException, IOException;
    }

    private void exchange(long startNanos, Asking asking) throws InterruptedException, IOException {
        for (int number = 0; number < BLOCKS && number <= order.bytes() / BenchBlocks.PAYLOAD_BYTES; number++) {
            free.add(number);
        }
        while (awaitWant(startNanos)) {
            Integer number = free.poll(Math.max(0, leftNanos(startNanos)), TimeUnit.NANOSECONDS);
            if (number == null || number == GONE) {
                break;
            }
            asked();
            BlockChannel.Offer offer = asking.ask(number);
            if (offer != BlockChannel.Offer.ACCEPTED) {
                lost(number);
            }
            if (offer == BlockChannel.Offer.BACKPRESSURED) {
                free.put(free.take()); // another one's turn
            }
        }
        finish();
    }

    private long leftNanos(long startNanos) {
        return (long) (order.seconds() * NANOS_PER_SECOND) - (clock.nanos() - startNanos);
    }

    /// Whether another block is wanted; false once the time is over or all were answered. Waits meanwhile
    /// for what is on its way: some of it may be lost. On a slow path that is much more than the time allows.
    private synchronized boolean awaitWant(long startNanos) throws InterruptedException {
        long left = leftNanos(startNanos);
        while (left > 0 && failure.isEmpty() && !progress.wantsMore(order.bytes()) && progress.isAnythingOnTheWay()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = leftNanos(startNanos);
        }
        return left > 0 && failure.isEmpty() && progress.wantsMore(order.bytes());
    }

    private synchronized void finish() {
        over = true;
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private synchronized void asked() {
        progress.asked();
    }

    private BenchFigures figures(BlockChannel channel) throws InterruptedException {
        try {
            return BenchFigures.decode(channel.readFeed(0)
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS)
                    .getFirst()
                    .bytes());
        } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
            throw new FspException(
                    ErrorCode.PROTOCOL, "the other end does not tell its figures: is it 'bench serve'?", e);
        }
    }

    private UdpTotals udpTotals() {
        return order.carriage().rate().totals();
    }

    /// Which part UDP carried: where both may, by what was counted, some tenths of a second ago.
    private double udpPart(BenchFigures receiver) {
        return switch (order.carriage().kind()) {
            case UDP -> 1;
            case TCP -> 0;
            case AUTO -> Math.min(1, (double) receiver.receivedBytes() / Math.max(1, progress.bytes()));
        };
    }

    private BenchReport report(long tcpRttNanos, long endNanos, BenchFigures ours, BenchFigures theirs, long segments) {
        UdpTotals udp = udpTotals();
        boolean receives = order.write().isPresent();
        BenchFigures sender = receives ? theirs : ours;
        BenchFigures receiver = receives ? ours : theirs;
        double udpPart = udpPart(receiver);
        boolean viaUdp = udpPart > 1 - MOST;
        long target = order.carriage().rate().settings().targetBytesPerSecond();
        double ipPerByte =
                receives || udp.sentDataBytes() == 0 ? 1 : (double) udp.sentDataIpBytes() / udp.sentDataBytes();
        double effective = progress.effectiveBitsPerSecond(endNanos);
        return new BenchReport(
                udpPart >= MOST ? "udp" : viaUdp ? "tcp+udp" : "tcp",
                progress.bytes(),
                progress.nanos(endNanos) / NANOS_PER_SECOND,
                effective,
                target == Long.MAX_VALUE
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(effective / Byte.SIZE * ipPerByte / target),
                ipPerByte,
                part(sender.resentBytes(), sender.sentBytes()),
                part(receiver.duplicateBytes(), receiver.receivedBytes() + receiver.duplicateBytes()),
                (viaUdp && udp.smoothedRttNanos() > 0 ? udp.smoothedRttNanos() : tcpRttNanos) / NANOS_PER_MILLI,
                udp.queueMeanNanos() / NANOS_PER_MILLI,
                udp.queueP95Nanos() / NANOS_PER_MILLI,
                viaUdp ? udp.resentRanges() : segments,
                sender.cpuNanos() / NANOS_PER_SECOND,
                receiver.cpuNanos() / NANOS_PER_SECOND);
    }

    private static double part(long of, long all) {
        return all == 0 ? 0 : (double) of / all;
    }

    private synchronized void done(int number) {
        if (!over) {
            progress.answered(clock.nanos());
            again(number);
        }
    }

    private synchronized void lost(int number) {
        if (!over) {
            progress.lost();
            again(number);
        }
    }

    private void again(int number) {
        free.add(number);
        notifyAll();
    }

    private synchronized void fail(FspException cause) {
        if (over) {
            return; // what is still on its way is cut off by the end
        }
        failure = failure.or(() -> Optional.of(cause));
        notifyAll();
        free.add(GONE);
    }

    @Override
    public void onStored(int number) {
        done(number);
    }

    @Override
    public void onBlock(SealedBlock block) {
        try {
            FileChannel file = order.write().orElseThrow();
            synchronized (file) {
                file.write(block.bytes().duplicate(), written);
                written += block.length();
            }
            done(block.number());
        } catch (IOException e) {
            fail(new FspException(ErrorCode.IO_FAILURE, "cannot write what comes: " + e.getMessage(), e));
        } finally {
            end.buffers().give(block.bytes());
        }
    }

    @Override
    public void onRefused(int number, Refusal refusal, String reason) {
        fail(new FspException(ErrorCode.RELAY_FAILED, "the other end refuses: " + reason));
    }

    @Override
    public void onBad(int number, String reason) {
        fail(new FspException(ErrorCode.INTEGRITY, reason));
    }

    @Override
    public void onLost(int number, String reason) {
        lost(number); // its stream broke; it travels again
    }

    @Override
    public void onDown(FspException cause) {
        fail(cause);
    }
}
