package org.fastsend.server.striping;

import java.util.Base64;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.EventJson;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.server.control.ControlConnection;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Running;

/// Tells a client what happens to a transfer, a reply at a time. Stopping it stops nothing but the telling.
record Following(ControlConnection control, RunningTransfer transfer, StoryReader story, EventJson json)
        implements Running {
    @Override
    public Reply run() {
        try {
            while (true) {
                switch (story.next()) {
                    case Chapter.Entry(FeedEntry entry) -> control.send(reply(entry));
                    case Chapter.Event(var event) ->
                        json.encode(event).ifPresent(text -> control.send(Reply.of(ReplyCode.TRANSFER_EVENT, text)));
                    case Chapter.Ended(var report) -> {
                        return Reply.of(ReplyCode.DATA_DONE, json.encode(report));
                    }
                    case Chapter.Failed(FspException cause) -> {
                        return FspRefusal.reply(cause);
                    }
                }
            }
        } catch (InterruptedException _) {
            return Reply.of(ReplyCode.TRANSFER_BROKEN, "No longer followed; the transfer goes on");
        } catch (FspException e) {
            return FspRefusal.reply(e);
        }
    }

    /// Without an interrupt: one that hits a thread in the middle of reading the feed's file closes the file, and
    /// with it the stripe, which is to go on when its follower is gone.
    @Override
    public void stop(Thread runner) {
        story.stop();
    }

    @Override
    public String progress() {
        return "Following transfer " + transfer.id();
    }

    @Override
    public boolean isOnlyWatching() {
        return true;
    }

    private static Reply reply(FeedEntry entry) {
        return Reply.of(
                ReplyCode.FEED_ENTRY,
                entry.sequence() + " " + entry.kind().code() + " "
                        + Base64.getEncoder().encodeToString(entry.bytes()));
    }
}
