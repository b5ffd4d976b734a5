package org.fastsend.core.net;

/// The bounds of the TCP channel: what a peer can make this process hold, and how much of it may be
/// unanswered.
public final class TcpLimits {
    /// Data streams of one session, at any time.
    public static final int MAX_STREAMS = 64;
    /// Data streams of a channel until {@code streams(n)} says otherwise.
    public static final int FIRST_STREAMS = 4;
    /// Puts and gets that a channel queues before a stream takes them.
    static final int MAX_QUEUED_ASKS = 256;
    /// Puts asked on one stream, or being served on it, at any time: by number and by sealed bytes (but
    /// always one).
    static final int MAX_PUTS_PER_STREAM = 256;

    static final long MAX_PUT_BYTES_PER_STREAM = 64L << 20;
    /// Gets asked on one stream at any time.
    static final int MAX_GETS_PER_STREAM = 256;
    /// Gets of one stream that the host works on, or that wait to be sent, at any time.
    static final int MAX_GETS_AT_HOST = 4;
    /// Frames that wait to be written on one stream before no more of it is read.
    static final int MAX_UNSENT_FRAMES = 1024;
    /// Requests on a session (append, read feed, release, drop) without an answer: asked here.
    static final int MAX_REQUESTS_ASKED = 256;
    /// The same, served here; further ones are not read before one of these is answered.
    static final int MAX_REQUESTS_SERVED = 16;
    /// Breaks of streams in a row, none of which had carried an answer, before no further one is opened.
    static final int MAX_VAIN_STREAMS = 6;
    /// Streams attached in a session's whole life.
    static final int MAX_STREAM_NUMBERS = 1 << 16;
    /// Connections that have not proven yet who they are; one more drops the oldest.
    static final int MAX_HALF_OPEN = 256;
    /// The same from one address.
    static final int MAX_HALF_OPEN_OF_AN_ADDRESS = 128;
    /// Sessions of one listener; further peers are told that it is busy.
    static final int MAX_SESSIONS = 512;
    /// Sessions of one listener with one and the same peer.
    static final int MAX_SESSIONS_OF_A_PEER = 128;
    /// Sessions of one listener that are open on one member's word: its own, and of those whom it gave capabilities.
    static final int MAX_SESSIONS_OF_A_SPONSOR = MAX_SESSIONS / 2;
    /// Data streams of all sessions of one listener: each holds up to 256 KiB for its records.
    static final int MAX_ACCEPTED_STREAMS = 1024;
    /// Different capabilities whose put bytes are remembered at a time.
    static final int MAX_ALLOWANCES = 100_000;

    private TcpLimits() {}
}
