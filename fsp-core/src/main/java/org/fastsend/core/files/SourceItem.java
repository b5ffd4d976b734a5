package org.fastsend.core.files;

/// What a walk finds: something to send, or something that cannot be sent and is reported instead.
public sealed interface SourceItem permits SourceEntry, OmittedEntry {
    /// Path below the receiver's destination: the root's own name first, `/` between names.
    String relativePath();
}
