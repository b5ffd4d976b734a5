package org.fastsend.server.striping;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.net.Admission;
import org.fastsend.core.send.StripeJob;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.server.data.PortRange;

/// A stripe that this server runs.
final class Sending implements StripedTransfer, Housed {
    private final StripeRequest request;
    private final Ticket ticket;
    private final TransferThread.Label label;
    private final TransferStory story;
    private final StripeJob job;
    private final PeerDoor door;
    private volatile Optional<TransferThread> thread = Optional.empty();

    Sending(String user, StripeRequest request, RelayDirectory relays, Workplace workplace) {
        this.request = request;
        this.label = new TransferThread.Label("stripe", user, request.transfer());
        this.story = new TransferStory(workplace.clock());
        this.job = new StripeJob(request, relays, workplace, story::add);
        this.ticket = new Ticket(
                request.transfer(),
                request.key(),
                request.shape().seal().cipher(),
                workplace.epoch().seconds() + request.leaseSeconds(),
                Optional.empty(),
                workplace.federation().authority(),
                workplace.self().keyHash(),
                List.of());
        this.door = new PeerDoor(
                request.transfer(),
                request.reader().key(),
                workplace,
                () -> new Admission.Asked(channel ->
                        job.direct("the receiver itself", request.reader().key(), channel)));
    }

    @Override
    public TransferId id() {
        return request.transfer();
    }

    @Override
    public Ticket ticket() {
        return ticket;
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
    public StoryReader follow(long fromSequence) {
        return StoryReader.withFeed(story, job.feed(), fromSequence);
    }

    @Override
    public int peerPort(InetAddress local, PortRange range) {
        return door.port(local, range);
    }

    @Override
    public void start(Runnable ended) {
        thread = Optional.of(new TransferThread(
                label,
                story,
                () -> {
                    try (door) {
                        return job.run();
                    }
                },
                ended));
    }

    @Override
    public void stop(String why) {
        thread.ifPresent(running -> running.stop(why));
    }

    @Override
    public void close() {
        door.close();
        job.close();
    }
}
