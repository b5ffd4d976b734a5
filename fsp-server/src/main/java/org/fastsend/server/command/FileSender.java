package org.fastsend.server.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.fastsend.server.data.AsciiLines;
import org.fastsend.server.data.DataConnection;
import org.fastsend.server.session.TransferType;

/// Sends a file from an offset to the end that it has now.
record FileSender(FileChannel file, long from, TransferType type) implements DataTransfer.Mover {
    private static final int CHUNK_BYTES = 64 << 10;

    @Override
    public void move(DataConnection data) throws IOException, InterruptedException {
        switch (type) {
            case IMAGE -> data.sendFile(file, from, Math.max(0, file.size() - from));
            case ASCII -> sendLines(data);
        }
        data.finish();
    }

    private void sendLines(DataConnection data) throws IOException, InterruptedException {
        AsciiLines lines = new AsciiLines();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        file.position(from);
        while (file.read(chunk) >= 0) {
            data.send(lines.outgoing(chunk.flip()));
            chunk.clear();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
