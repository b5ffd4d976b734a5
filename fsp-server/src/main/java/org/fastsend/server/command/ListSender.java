package org.fastsend.server.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import org.fastsend.server.data.DataFlow;
import org.fastsend.server.reply.WireText;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// Sends lines of text over a data connection, a bufferful at a time.
final class ListSender implements DataTransfer.Mover {
    private static final int CHUNK_CHARS = 32 << 10;

    /// Takes the lines one after the other.
    @FunctionalInterface
    interface Lines {
        void add(String line) throws IOException, InterruptedException;
    }

    /// Says all lines there are.
    @FunctionalInterface
    interface Source {
        void write(Lines lines) throws IOException, InterruptedException;
    }

    private final Source source;
    private final String path;

    /// Made with the path as the client wrote it, for errors.
    ListSender(String path, Source source) {
        this.path = path;
        this.source = source;
    }

    static Outcome start(Session session, String verb, Listed listed, Source source) throws Refused, IOException {
        return DataTransfer.start(
                session,
                verb,
                listed.path(),
                "Here it comes",
                new ListSender(listed.path().toString(), source));
    }

    @Override
    public void move(DataFlow data) throws IOException, InterruptedException, Refused {
        StringBuilder text = new StringBuilder();
        try {
            source.write(line -> {
                text.append(line).append("\r\n");
                if (text.length() >= CHUNK_CHARS) {
                    flush(text, data);
                }
            });
        } catch (FileSystemException e) {
            throw new Refused(FileFailure.reply(e, path));
        }
        flush(text, data);
        data.finish();
    }

    private static void flush(StringBuilder text, DataFlow data) throws IOException, InterruptedException {
        ByteBuffer bytes = WireText.encode(text.toString());
        text.setLength(0);
        if (bytes.hasRemaining()) {
            data.send(bytes);
        }
    }

    @Override
    public void close() {
        // Nothing is open before move.
    }
}
