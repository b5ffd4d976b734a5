package org.fastsend.core.wire;

import java.util.Arrays;
import java.util.List;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.manifest.FeedEntry;

/// What travels on a session's TLS connection (docs/wire.md, "Relay session"): who the ends are and what
/// they may do, whether they live, and the manifest feed. Requests carry a number that the asking end
/// chooses; the answer repeats it.
public sealed interface SessionFrame {
    /// The first frame each way.
    ///
    /// @param version of the protocol, {@link #VERSION}
    /// @param session chosen by the acceptor, {@link SessionId#NONE} from the initiator
    /// @param maxBlockBytes largest sealed block that the saying end takes
    record Hello(int version, SessionId session, long maxBlockBytes) implements SessionFrame {
        public static final int VERSION = 1;
    }

    /// What the initiator wants to do here.
    ///
    /// @param transfer the one transfer that the session is to serve
    /// @param capability encoded; empty if the acceptor is to decide by the initiator's key alone
    record Authorize(TransferId transfer, byte[] capability) implements SessionFrame {
        @Override
        public boolean equals(Object other) {
            return other instanceof Authorize(TransferId t, byte[] c)
                    && transfer.equals(t)
                    && Arrays.equals(capability, c);
        }

        @Override
        public int hashCode() {
            return transfer.hashCode() * 31 + Arrays.hashCode(capability);
        }

        @Override
        public String toString() {
            return "Authorize[" + transfer + ", " + capability.length + " bytes]";
        }
    }

    /// The acceptor agrees; data streams may be attached from now on.
    record Authorized(TransferId transfer) implements SessionFrame {}

    /// The last frame of a session that ends in order, or of one that is refused.
    ///
    /// @param code of a {@link Refusal}, or 0 if nothing is wrong
    record Goodbye(int code, String reason) implements SessionFrame {
        public static final int IN_PEACE = 0;

        public Goodbye(Refusal refusal, String reason) {
            this(refusal.code(), reason);
        }
    }

    record Ping(long token) implements SessionFrame {}

    /// The answer to {@link Ping}.
    ///
    /// @param arrivedBytes that have come to this end over the session's data streams so far, framing included
    record Pong(long token, long arrivedBytes) implements SessionFrame {}

    /// How many data streams the acceptor wants. The initiator keeps as many open as the larger of the two
    /// ends' wishes.
    record Streams(int count) implements SessionFrame {}

    /// The initiator wants to open a data stream over UDP.
    ///
    /// @param stream its number, never used twice in a session
    record UdpOpen(int stream) implements SessionFrame {}

    /// The acceptor's answer to {@link UdpOpen}.
    ///
    /// @param port where it expects the stream; 0 if it does not
    /// @param reason why not
    record UdpOpened(int stream, int port, String reason) implements SessionFrame {}

    record Append(int request, FeedEntry entry) implements SessionFrame {}

    /// An append or a drop is durable.
    record Done(int request) implements SessionFrame {}

    record Failed(int request, Refusal refusal, String reason) implements SessionFrame {}

    record ReadFeed(int request, long fromSequence) implements SessionFrame {}

    /// What a host holds of the feed from the sequence asked for on.
    ///
    /// @param entries in sequence; together at most {@link SessionFrameCodec#MAX_FEED_BYTES} encoded
    record Feed(int request, List<FeedEntry> entries) implements SessionFrame {
        public Feed {
            entries = List.copyOf(entries);
        }
    }

    record Release(int request) implements SessionFrame {}

    /// Asks for a receipt over those of these blocks alone that are held.
    ///
    /// @param blocks ascending, 1 to [#MAX_BLOCKS]
    record Confirm(int request, List<Integer> blocks) implements SessionFrame {
        public static final int MAX_BLOCKS = 4096;

        public Confirm {
            blocks = List.copyOf(blocks);
            if (blocks.isEmpty() || blocks.size() > MAX_BLOCKS) {
                throw new IllegalArgumentException("1 to " + MAX_BLOCKS + " blocks, not " + blocks.size());
            }
        }
    }

    /// The host's receipt.
    ///
    /// @param receipt encoded
    record Receipted(int request, byte[] receipt) implements SessionFrame {
        @Override
        public boolean equals(Object other) {
            return other instanceof Receipted(int r, byte[] bytes) && request == r && Arrays.equals(receipt, bytes);
        }

        @Override
        public int hashCode() {
            return request * 31 + Arrays.hashCode(receipt);
        }

        @Override
        public String toString() {
            return "Receipted[" + request + ", " + receipt.length + " bytes]";
        }
    }

    record Drop(int request) implements SessionFrame {}

    /// Asks for room to be kept for the transfer, in place of what was kept for it before.
    ///
    /// @param bytes beyond those that are held; 0 gives back what is left
    record Reserve(int request, long bytes) implements SessionFrame {}

    /// The answer to {@link Reserve}.
    ///
    /// @param bytes that are kept, at most as many as were asked for
    record Reserved(int request, long bytes) implements SessionFrame {}
}
