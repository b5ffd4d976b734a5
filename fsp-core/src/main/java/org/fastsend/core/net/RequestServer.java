package org.fastsend.core.net;

import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import org.fastsend.core.channel.FeedReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.ReleaseReply;
import org.fastsend.core.channel.ReserveReply;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Receipt;
import org.fastsend.core.trust.Verb;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.SessionFrameCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves what a peer asks for on the session itself: the feed, release, drop, room. So many requests
/// may be at the host; further ones are not read before one of these was answered. All but replies run
/// on the session's reader.
final class RequestServer {
    private static final Logger LOG = LoggerFactory.getLogger(RequestServer.class);

    private final Session session;
    private final Serving serving;
    private final Condition room;
    private int atHost;

    RequestServer(Session session, Serving serving) {
        this.session = session;
        this.serving = serving;
        this.room = session.lock().newCondition();
    }

    void append(SessionFrame.Append frame) throws IOException, InterruptedException {
        ask(
                Verb.APPEND_FEED,
                frame.request(),
                reply -> serving.host().appendFeed(serving.grant(), frame.entry(), reply));
    }

    void readFeed(SessionFrame.ReadFeed frame) throws IOException, InterruptedException {
        ask(
                Verb.READ_FEED,
                frame.request(),
                reply -> serving.host().readFeed(serving.grant(), frame.fromSequence(), FeedEntry.MAX_BYTES, reply));
    }

    void release(SessionFrame.Release frame) throws IOException, InterruptedException {
        ask(Verb.RELEASE, frame.request(), reply -> serving.host().release(serving.grant(), reply));
    }

    void confirm(SessionFrame.Confirm frame) throws IOException, InterruptedException {
        ask(Verb.RELEASE, frame.request(), reply -> serving.host().confirm(serving.grant(), frame.blocks(), reply));
    }

    void drop(SessionFrame.Drop frame) throws IOException, InterruptedException {
        ask(Verb.DROP, frame.request(), reply -> serving.host().drop(serving.grant(), reply));
    }

    void reserve(SessionFrame.Reserve frame) throws IOException, InterruptedException {
        ask(Verb.PUT, frame.request(), reply -> serving.host().reserve(serving.grant(), frame.bytes(), reply));
    }

    /// The session has ended: lets a waiting reader go. Under the session's lock.
    void close() {
        room.signalAll();
    }

    private void ask(Verb verb, int request, Consumer<Reply> host) throws IOException, InterruptedException {
        Optional<Serving.No> no = serving.refusalOf(verb);
        if (no.isPresent()) {
            awaitRoom();
            new Reply(request).refused(no.get().refusal(), no.get().reason());
            return;
        }
        awaitRoom();
        Reply reply = new Reply(request);
        try {
            host.accept(reply);
        } catch (RuntimeException e) {
            LOG.error("the host failed at {} for {}", verb, serving.grant().transfer(), e);
            if (!reply.answered.get()) {
                reply.refused(Refusal.FAILED, "the host failed");
            }
        }
    }

    private void awaitRoom() throws IOException, InterruptedException {
        session.lock().lock();
        try {
            while (atHost >= TcpLimits.MAX_REQUESTS_SERVED) {
                if (session.hasEnded()) {
                    throw new SocketException("the session has ended");
                }
                room.await();
            }
            atHost++;
        } finally {
            session.lock().unlock();
        }
    }

    /// Room is made only once the answer has left, so that a peer that reads nothing cannot pile up answers
    /// here.
    void sent(SessionFrame frame) {
        if (frame instanceof SessionFrame.Done
                || frame instanceof SessionFrame.Failed
                || frame instanceof SessionFrame.Feed
                || frame instanceof SessionFrame.Receipted
                || frame instanceof SessionFrame.Reserved) {
            session.lock().lock();
            try {
                atHost--;
                room.signalAll();
            } finally {
                session.lock().unlock();
            }
        }
    }

    /// As many of the first entries as fit one frame.
    private static List<FeedEntry> fitting(List<FeedEntry> entries) {
        List<FeedEntry> fitting = new ArrayList<>();
        int bytes = 0;
        for (FeedEntry entry : entries) {
            bytes += SessionFrameCodec.encodedLength(entry);
            if (bytes > SessionFrameCodec.MAX_FEED_BYTES) {
                return fitting; // whoever follows the feed asks again from here
            }
            fitting.add(entry);
        }
        return fitting;
    }

    /// The host's one answer to one request, whatever kind it is.
    private final class Reply implements PutReply, FeedReply, ReleaseReply, ReserveReply {
        private final int request;
        private final AtomicBoolean answered = new AtomicBoolean();

        Reply(int request) {
            this.request = request;
        }

        @Override
        public void stored() {
            answer(new SessionFrame.Done(request));
        }

        @Override
        public void entries(List<FeedEntry> entries) {
            answer(new SessionFrame.Feed(request, fitting(entries)));
        }

        @Override
        public void receipt(Receipt receipt) {
            answer(new SessionFrame.Receipted(request, receipt.encode()));
        }

        @Override
        public void reserved(long bytes) {
            answer(new SessionFrame.Reserved(request, bytes));
        }

        @Override
        public void refused(Refusal refusal, String reason) {
            answer(new SessionFrame.Failed(request, refusal, reason));
        }

        private void answer(SessionFrame frame) {
            if (!answered.compareAndSet(false, true)) {
                throw new IllegalStateException("the host answered request " + request + " twice");
            }
            session.send(frame);
        }
    }
}
