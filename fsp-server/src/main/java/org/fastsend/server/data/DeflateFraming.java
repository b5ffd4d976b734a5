package org.fastsend.server.data;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// MODE Z (draft-preston-ftpext-deflate): the content as one zlib stream (RFC 1950), with its header and checksum.
/// However well something is compressed, no more than one buffer of it is in memory. Pieces that would not shrink are
/// stored: lftp asks for this mode wherever it is offered, and deflating an archive would make it wait for nothing.
final class DeflateFraming implements Framing {
    private static final int BUFFER_BYTES = 32 << 10;

    private final int level;
    private final Deflater deflater = new Deflater(Deflater.NO_COMPRESSION);
    private final Inflater inflater = new Inflater();
    private final ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
    private boolean deflating;

    /// Made with the level at which this side compresses, 0 to 9.
    DeflateFraming(int level) {
        this.level = level;
    }

    @Override
    public void send(ByteBuffer content, Wire wire) throws IOException, InterruptedException {
        if (Redundancy.isLikely(content) != deflating) {
            deflating = !deflating;
            deflater.setLevel(deflating ? level : Deflater.NO_COMPRESSION);
            deflate(wire); // takes effect now, and not behind the content
        }
        deflater.setInput(content);
        while (!deflater.needsInput()) {
            deflate(wire);
        }
    }

    @Override
    public void end(Wire wire) throws IOException, InterruptedException {
        deflater.finish();
        while (!deflater.finished()) {
            deflate(wire);
        }
    }

    private void deflate(Wire wire) throws IOException, InterruptedException {
        deflater.deflate(out.clear());
        if (out.flip().hasRemaining()) {
            wire.send(out);
        }
    }

    @Override
    public void receive(ByteBuffer bytes, DataSink sink) throws IOException {
        inflater.setInput(bytes);
        try {
            while (!inflater.finished() && inflater.inflate(out.clear()) > 0) {
                sink.accept(out.flip());
            }
        } catch (DataFormatException e) {
            throw new ProtocolException("this is no zlib stream: " + e.getMessage());
        }
        if (inflater.needsDictionary() || (inflater.finished() && bytes.hasRemaining())) {
            throw new ProtocolException("data behind the zlib stream, or a dictionary for it");
        }
    }

    @Override
    public boolean isWhole() {
        return inflater.finished();
    }

    @Override
    public void close() {
        deflater.end();
        inflater.end();
    }
}
