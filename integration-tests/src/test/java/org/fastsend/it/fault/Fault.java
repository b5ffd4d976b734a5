package org.fastsend.it.fault;

/// How a relay may misbehave.
public enum Fault {
    /// Answers a get with the block, one bit of its payload flipped.
    FLIP_BIT,
    /// Answers a get with the beginning of the block.
    TRUNCATE,
    /// Answers a get with a whole, valid block of another number.
    OTHER_BLOCK,
    /// Says that it does not hold what it once stored.
    FORGET,
    /// Never answers a get; the session lives on.
    SILENT_GET,
    /// Never answers a put; the session lives on.
    SILENT_PUT,
    /// Refuses a put: its disk fails.
    REFUSE_PUT,
    /// Never answers when asked to sign for what it holds.
    SILENT_RELEASE,
    /// Signs for what it holds, and ends when it is given anything of the manifest after that.
    DIE_SIGNED
}
