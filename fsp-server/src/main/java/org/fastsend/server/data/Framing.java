package org.fastsend.server.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/// What a transmission mode puts around content on one data connection (RFC 959 section 3.4). One instance serves one
/// transfer, in one direction.
interface Framing extends AutoCloseable {
    /// Takes bytes for the wire.
    @FunctionalInterface
    interface Wire {
        void send(ByteBuffer bytes) throws IOException, InterruptedException;
    }

    /// Puts all that remains in `content` on the wire, sooner or later.
    void send(ByteBuffer content, Wire wire) throws IOException, InterruptedException;

    /// Puts on the wire what says that this was all.
    void end(Wire wire) throws IOException, InterruptedException;

    /// Takes what came over the wire, in pieces of any size, and gives the content in it to `sink`.
    void receive(ByteBuffer bytes, DataSink sink) throws IOException;

    /// Whether what was received says itself that this was all.
    boolean isWhole();

    @Override
    void close();
}
