package org.fastsend.core.receive;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.ManifestHost;

/// Follows the manifest on a relay that keeps a copy, asking again for what came since. A stripe that is still running
/// may be followed so; the copy of one that was broken off never ends, which is noticed by its silence.
public final class RelayFeed implements FeedSource {
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ManifestHost host;
    private final RelayReader reader;
    private final Buffers buffers;

    public RelayFeed(CollectRequest request, ManifestHost host, Workplace workplace) {
        this.host = host;
        this.reader = new RelayReader(request, workplace);
        this.buffers = workplace.buffers();
    }

    @Override
    public String name() {
        return host.name() + " (" + host.host() + ":" + host.port() + ")";
    }

    @Override
    public void follow(long fromSequence, Predicate<FeedEntry> entries) throws InterruptedException {
        try (BlockChannel channel =
                reader.open(host.host(), host.port(), host.key(), host.capability(), new OnlyFeeds())) {
            long next = fromSequence;
            long pauseNanos = FIRST_PAUSE_NANOS;
            for (long silentNanos = 0; silentNanos < PATIENCE_NANOS; silentNanos += pauseNanos) {
                List<FeedEntry> more = channel.readFeed(next).get();
                if (!more.stream().allMatch(entries)) {
                    return;
                }
                next += more.size();
                pauseNanos = more.isEmpty() ? Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS) : FIRST_PAUSE_NANOS;
                silentNanos = more.isEmpty() ? silentNanos : -pauseNanos;
                if (more.isEmpty()) {
                    LockSupport.parkNanos(pauseNanos);
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } catch (ExecutionException e) {
            throw new FspException(
                    ErrorCode.RELAY_FAILED, name() + " does not give the manifest: " + e.getMessage(), e);
        }
        throw new FspException(
                ErrorCode.RELAY_FAILED,
                "the manifest on " + name() + " has no end; the sender may have been broken off");
    }

    /// A channel that is used for the feed alone has nothing else to say.
    private final class OnlyFeeds implements ChannelListener {
        @Override
        public void onStored(int number) {
            // nothing is put
        }

        @Override
        public void onBlock(SealedBlock block) {
            buffers.give(block.bytes());
        }

        @Override
        public void onRefused(int number, Refusal refusal, String reason) {
            // nothing is asked for
        }

        @Override
        public void onBad(int number, String reason) {
            // nothing is asked for
        }

        @Override
        public void onLost(int number, String reason) {
            // nothing is asked for
        }

        @Override
        public void onDown(FspException cause) {
            // the request that is waiting fails with it
        }
    }
}
