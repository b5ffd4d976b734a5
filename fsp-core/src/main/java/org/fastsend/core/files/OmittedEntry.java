package org.fastsend.core.files;

/// Something in the tree that cannot be sent, or whose content cannot: the sender reports it and goes on.
///
/// @param relativePath as in [SourceEntry], but for showing only: bytes that are not UTF-8 appear as `\xNN`
/// @param cause what is wrong with it, by name
/// @param reason the same for a person, without the path
public record OmittedEntry(String relativePath, Cause cause, String reason) implements SourceItem {
    /// Why an entry is left out.
    public enum Cause {
        /// The disk or its permissions do not let us look at it. Of a directory that cannot be listed, the
        /// directory itself was an entry before.
        UNREADABLE,
        /// A pipe, socket or device: there is nothing to copy.
        SPECIAL,
        /// Its name, or a link's target, is not UTF-8, or its path is longer than the 4,096 bytes a manifest
        /// allows.
        UNNAMEABLE
    }
}
