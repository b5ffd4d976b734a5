package org.fastsend.server.striping;

import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.manifest.FeedEntry;

/// What a reader of a transfer's story hears next.
sealed interface Chapter {
    /// The manifest grew.
    record Entry(FeedEntry entry) implements Chapter {}

    record Event(TransferEvent event) implements Chapter {}

    /// Released, or collected; always the last.
    record Ended(TransferReport report) implements Chapter {}

    /// Always the last.
    record Failed(FspException cause) implements Chapter {}
}
