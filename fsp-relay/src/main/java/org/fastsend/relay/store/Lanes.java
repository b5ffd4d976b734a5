package org.fastsend.relay.store;

import java.util.concurrent.Executor;

/// The threads that wait for the disk. They must not be interrupted: Java closes a file whose reader or writer is.
///
/// @param commits runs the transfers' writes. A transfer has one task here at a time, so the queue is bounded by the
///     number of transfers, and a rejected task would lose answers: it must take every task until the store is closed.
/// @param reads runs one task a block or piece of feed asked for; may reject, which is answered as busy
public record Lanes(Executor commits, Executor reads) {}
