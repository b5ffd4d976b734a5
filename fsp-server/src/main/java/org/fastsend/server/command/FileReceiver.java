package org.fastsend.server.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import org.fastsend.server.data.AsciiLines;
import org.fastsend.server.data.DataConnection;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.TransferType;

/// Receives a file and commits it once the client has ended the data in order. A failing disk is told apart from a
/// failing connection.
record FileReceiver(Upload upload, VirtualPath path, TransferType type) implements DataTransfer.Mover {
    @Override
    public void move(DataConnection data) throws IOException, InterruptedException, Refused {
        AsciiLines lines = new AsciiLines();
        try {
            data.receive(bytes -> store(type == TransferType.ASCII ? lines.incoming(bytes) : bytes));
        } catch (DiskFailed e) {
            throw e.refused(path);
        }
        try {
            store(lines.rest());
            upload.commit();
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (DiskFailed e) {
            throw e.refused(path);
        } catch (IOException e) {
            throw new DiskFailed(e).refused(path);
        }
        data.finish();
    }

    private void store(ByteBuffer bytes) throws IOException {
        try {
            upload.write(bytes);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw new DiskFailed(e);
        }
    }

    @Override
    public boolean clientReads() {
        return false;
    }

    @Override
    public void close() throws IOException {
        upload.close();
    }

    private static final class DiskFailed extends IOException {
        private static final long serialVersionUID = 1L;

        private final IOException failure;

        DiskFailed(IOException failure) {
            super(failure);
            this.failure = failure;
        }

        Refused refused(VirtualPath path) {
            return new Refused(FileFailure.reply(failure, path.toString()));
        }
    }
}
