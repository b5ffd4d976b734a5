package org.fastsend.client.ftp;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/// Text from a server that gives up when too much of it comes for one purpose: a hostile server must not
/// fill the memory with a line that never ends.
final class BoundedReader extends Reader {
    private final Reader in;
    private final long maxChars;
    private long left;

    BoundedReader(InputStream in, long maxChars) {
        this.in = new InputStreamReader(in, StandardCharsets.UTF_8);
        this.maxChars = maxChars;
        this.left = maxChars;
    }

    /// What was read so far is accounted for; the next purpose has the whole bound again.
    void startAfresh() {
        left = maxChars;
    }

    @Override
    public int read(char[] into, int offset, int length) throws IOException {
        int read = in.read(into, offset, length);
        left -= Math.max(0, read);
        if (left < 0) {
            throw new IOException("the server sends more than " + maxChars + " characters where a short text belongs");
        }
        return read;
    }

    @Override
    public boolean ready() throws IOException {
        return in.ready();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
