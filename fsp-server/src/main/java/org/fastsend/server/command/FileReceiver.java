package org.fastsend.server.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import org.fastsend.server.data.AsciiLines;
import org.fastsend.server.data.ByteRanges;
import org.fastsend.server.data.DataFlow;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.TransferType;

/// Receives a file and commits it once the client has ended the data in order. A failing disk is told apart from a
/// failing connection.
///
/// @param there what the file has already, counted from where the upload begins; filled up here
/// @param done what the client is told then
record FileReceiver(Upload upload, VirtualPath path, TransferType type, ByteRanges there, String done)
        implements DataTransfer.Mover {
    @Override
    public void move(DataFlow data) throws IOException, InterruptedException, Refused {
        AsciiLines lines = new AsciiLines();
        try {
            ByteRanges came = data.receive((offset, bytes) -> {
                if (type == TransferType.ASCII) {
                    store(lines.incoming(bytes));
                } else {
                    storeAt(offset, bytes);
                }
            });
            refuseGaps(came);
        } catch (DiskFailed e) {
            upload.leave(Upload.Remains.NOTHING); // what does not fit is not to lie about
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

    /// In MODE E a sender may leave out what it thinks is here; only the whole counts.
    private void refuseGaps(ByteRanges came) throws Refused, IOException {
        for (ByteRanges.Range range : came.all()) {
            there.add(range);
        }
        List<ByteRanges.Range> gaps = there.missing(there.end());
        if (!gaps.isEmpty()) {
            throw new Refused(
                    ReplyCode.TRANSFER_BROKEN, "Transfer failed: bytes " + gaps.getFirst() + " of the file never came");
        }
    }

    private void storeAt(long offset, ByteBuffer bytes) throws IOException {
        try {
            upload.writeAt(offset, bytes);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw new DiskFailed(e);
        }
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
