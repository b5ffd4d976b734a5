package org.fastsend.server.striping;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.files.FeedLog;
import org.fastsend.core.time.NanoClock;

/// Reads a transfer's story: every manifest entry and every event once and in order, then how it ended; progress
/// only now and then, but at least every [#QUIET_NANOS], so that the client knows that somebody is there. For one
/// thread.
public final class StoryReader {
    /// Progress is told at most this often.
    static final long PROGRESS_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final TransferStory story;
    private final Optional<FeedLog> feed;
    private final NanoClock clock;
    private long nextEntry;
    private int nextEvent;
    private TransferEvent.Progress told = new TransferEvent.Progress(0, 0);
    private long lastToldNanos;
    private volatile boolean stopped;

    private StoryReader(TransferStory story, Optional<FeedLog> feed, long fromSequence) {
        this.story = story;
        this.feed = feed;
        this.nextEntry = fromSequence;
        this.clock = story.clock();
        this.lastToldNanos = clock.nanos();
    }

    /// Reads events alone.
    public static StoryReader events(TransferStory story) {
        return new StoryReader(story, Optional.empty(), 0);
    }

    /// Reads the feed as well, from an entry on that may not exist yet.
    public static StoryReader withFeed(TransferStory story, FeedLog feed, long fromSequence) {
        return new StoryReader(story, Optional.of(feed), fromSequence);
    }

    /// Makes [#next] throw InterruptedException, now and from then on. From any thread.
    void stop() {
        stopped = true;
        story.wake();
    }

    /// Waits for what comes next. Nothing follows [Chapter.Ended] and [Chapter.Failed].
    Chapter next() throws InterruptedException {
        while (true) {
            long seen = story.changes();
            if (stopped) {
                throw new InterruptedException("nobody follows any more");
            }
            Optional<Chapter> chapter = now();
            if (chapter.isPresent()) {
                return chapter.get();
            }
            boolean news = !story.progress().equals(told);
            story.await(seen, lastToldNanos + (news ? PROGRESS_NANOS : QUIET_NANOS) - clock.nanos());
        }
    }

    /// An entry is in the feed before the job tells of it, so looking at the end first misses none.
    private Optional<Chapter> now() {
        Optional<Chapter> end = story.end();
        if (feed.isPresent() && nextEntry < feed.get().size()) {
            return Optional.of(new Chapter.Entry(feed.get().read(nextEntry++)));
        }
        Optional<TransferEvent> event = story.event(nextEvent);
        if (event.isPresent()) {
            nextEvent++;
            return event.map(Chapter.Event::new);
        }
        TransferEvent.Progress progress = story.progress();
        long silentNanos = clock.nanos() - lastToldNanos;
        boolean news = !progress.equals(told);
        if (silentNanos >= QUIET_NANOS || (news && (end.isPresent() || silentNanos >= PROGRESS_NANOS))) {
            told = progress;
            lastToldNanos = clock.nanos();
            return Optional.of(new Chapter.Event(progress));
        }
        return end;
    }
}
