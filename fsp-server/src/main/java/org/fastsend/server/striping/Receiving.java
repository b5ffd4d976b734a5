package org.fastsend.server.striping;

import java.net.InetAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.net.Admission;
import org.fastsend.core.net.PutAllowance;
import org.fastsend.core.receive.CollectJob;
import org.fastsend.core.receive.CollectRequest;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Verb;
import org.fastsend.server.data.PortRange;

/// A collection that this server runs, of what a client stripes.
final class Receiving implements Housed {
    /// How long the client may take to open its session.
    private static final long SENDER_SECONDS = 60;

    /// Nobody knows the size beforehand; the disk is what binds.
    private static final long MAX_BYTES = 1L << 56;

    private final CollectionOrder order;
    private final TransferId id;
    private final TransferThread.Label label;
    private final TransferStory story;
    private final OutputTree output;
    private final CollectJob job;
    private final PeerDoor door;
    private final CompletableFuture<Void> senderCame = new CompletableFuture<>();
    private volatile Optional<TransferThread> thread = Optional.empty();

    Receiving(CollectionOrder order, Workplace workplace) {
        Ticket ticket = order.ticket();
        this.order = order;
        this.id = ticket.transfer();
        this.label = new TransferThread.Label("collect", order.user(), id);
        this.story = new TransferStory(workplace.clock());
        this.output = OutputTree.open(order.destination(), id);
        CollectRequest request = new CollectRequest(
                id,
                ticket.key(),
                ticket.cipher(),
                ticket.sender(),
                ticket.holder().orElse(workplace.self()), // whom the capabilities in the manifest name
                workplace.federation(),
                order.streams(),
                true,
                order.after());
        this.job = new CollectJob(request, output, List.of(), workplace, story::add);
        this.door = new PeerDoor(id, ticket.sender(), workplace, () -> welcome(ticket, workplace));
    }

    /// The sender may put blocks here, and brings the manifest.
    private Admission welcome(Ticket ticket, Workplace workplace) {
        senderCame.complete(null);
        Grant grant = new Grant(
                id,
                ticket.sender(),
                workplace.self().keyHash(),
                EnumSet.of(Verb.PUT, Verb.APPEND_FEED, Verb.RELEASE),
                MAX_BYTES,
                ticket.expiresEpochSeconds());
        return new Admission.Hosted(
                grant, new PutAllowance(MAX_BYTES), job.directHost(), cause -> job.senderGone(cause.getMessage()));
    }

    @Override
    public TransferId id() {
        return id;
    }

    @Override
    public TransferStory story() {
        return story;
    }

    @Override
    public StoryReader watch() {
        return StoryReader.events(story);
    }

    @Override
    public int peerPort(InetAddress local, PortRange range) {
        return door.port(local, range);
    }

    CollectionOrder order() {
        return order;
    }

    /// The sender cannot come any more; what is missing has to be on relays.
    void senderIsGone(String why) {
        senderCame.complete(null);
        job.senderGone(why);
    }

    @Override
    public void start(Runnable ended) {
        thread = Optional.of(new TransferThread(label, story, this::collect, ended));
        var _ = senderCame.orTimeout(SENDER_SECONDS, TimeUnit.SECONDS).whenComplete((_, late) -> {
            if (late != null) {
                job.senderGone("the client opened no session within " + SENDER_SECONDS + " seconds");
            }
        });
    }

    private TransferReport collect() throws InterruptedException {
        try (output;
                door) {
            return job.run();
        } finally {
            senderCame.complete(null);
        }
    }

    @Override
    public void stop(String why) {
        thread.ifPresent(running -> running.stop(why));
    }

    @Override
    public void close() {
        door.close();
        if (thread.isEmpty()) {
            output.close();
        }
    }
}
