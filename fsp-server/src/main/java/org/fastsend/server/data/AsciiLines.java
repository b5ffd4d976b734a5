package org.fastsend.server.data;

import java.nio.ByteBuffer;

/// TYPE A for a system whose lines end in LF: adds a CR before each bare LF on the way out, takes the CR of each CR
/// LF on the way in. Remembers what the bytes before ended in; one instance a transfer.
public final class AsciiLines {
    private boolean heldCarriageReturn;
    private boolean afterCarriageReturn;

    /// What goes over the wire for bytes of the file.
    public ByteBuffer outgoing(ByteBuffer file) {
        ByteBuffer wire = ByteBuffer.allocate(2 * file.remaining());
        while (file.hasRemaining()) {
            byte b = file.get();
            if (b == '\n' && !afterCarriageReturn) {
                wire.put((byte) '\r');
            }
            wire.put(b);
            afterCarriageReturn = b == '\r';
        }
        return wire.flip();
    }

    /// What goes into the file for bytes from the wire. A CR at their end is held back until the next ones show
    /// whether it belongs to an LF.
    public ByteBuffer incoming(ByteBuffer wire) {
        ByteBuffer file = ByteBuffer.allocate(wire.remaining() + 1);
        while (wire.hasRemaining()) {
            byte b = wire.get();
            if (heldCarriageReturn && b != '\n') {
                file.put((byte) '\r');
            }
            heldCarriageReturn = b == '\r';
            if (!heldCarriageReturn) {
                file.put(b);
            }
        }
        return file.flip();
    }

    /// What is still held back when the data ends.
    public ByteBuffer rest() {
        return heldCarriageReturn ? ByteBuffer.wrap(new byte[] {'\r'}) : ByteBuffer.allocate(0);
    }
}
