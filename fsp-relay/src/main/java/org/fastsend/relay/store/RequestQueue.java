package org.fastsend.relay.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// The requests of one transfer on their way to its committer: served in order by one task at a time, whatever has
/// gathered while the task before was forcing its own. Thread-safe.
final class RequestQueue {
    private final Executor lane;
    private final Consumer<List<Request>> committer;
    private final long maxBatchBytes;
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private long pendingBytes;
    private boolean running;

    /// @param committer gets either writes or one other request at a time, and never two lists at once
    RequestQueue(Executor lane, Consumer<List<Request>> committer, long maxBatchBytes) {
        this.lane = lane;
        this.committer = committer;
        this.maxBatchBytes = maxBatchBytes;
    }

    void add(Request request) {
        boolean start;
        synchronized (this) {
            waiting.add(request);
            pendingBytes += bytes(request);
            start = !running;
            running = true;
        }
        if (start) {
            lane.execute(this::serve);
        }
    }

    /// Bytes of writes that are not answered yet.
    synchronized long pendingBytes() {
        return pendingBytes;
    }

    private void serve() {
        List<Request> batch = nextBatch();
        try {
            committer.accept(batch);
        } finally {
            if (goesOnAfter(batch)) {
                lane.execute(this::serve);
            }
        }
    }

    private synchronized List<Request> nextBatch() {
        List<Request> batch = new ArrayList<>();
        Request first = waiting.remove();
        batch.add(first);
        long batchBytes = bytes(first);
        while (first instanceof Request.Write
                && waiting.peek() instanceof Request.Write next
                && batchBytes + next.bytes() <= maxBatchBytes) {
            batchBytes += next.bytes();
            batch.add(waiting.remove());
        }
        return batch;
    }

    private synchronized boolean goesOnAfter(List<Request> batch) {
        for (Request request : batch) {
            pendingBytes -= bytes(request);
        }
        running = !waiting.isEmpty();
        return running;
    }

    private static int bytes(Request request) {
        return request instanceof Request.Write write ? write.bytes() : 0;
    }
}
