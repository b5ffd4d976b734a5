package org.fastsend.server;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// The data connections of a client in MODE E, with or without TLS on each: no client that people have can do it with.
final class ExtendedClient {
    private static final int END_OF_FILE = 64;
    private static final int END_OF_DATA = 8;
    private static final int CLOSING = 4;
    private static final int PIECE_BYTES = 100_000;
    private static final int TIMEOUT_MILLIS = 20_000;

    /// What becomes of a connection before it is used.
    @FunctionalInterface
    interface Securing {
        Socket secure(Socket socket) throws IOException;
    }

    private final Securing securing;

    ExtendedClient(Securing securing) {
        this.securing = securing;
    }

    /// Sends content over so many connections to a passive port: each takes every so-manieth piece.
    void send(int port, byte[] content, int streams) throws IOException {
        List<FutureTask<Void>> running = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            int stream = i;
            running.add(begin(() -> {
                try (Socket socket = securing.secure(ControlClient.open(port))) {
                    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                    for (int at = stream * PIECE_BYTES; at < content.length; at += streams * PIECE_BYTES) {
                        int count = Math.min(PIECE_BYTES, content.length - at);
                        header(out, 0, count, at);
                        out.write(content, at, count);
                    }
                    if (stream == streams - 1) {
                        header(out, END_OF_FILE, 0, streams);
                    }
                    header(out, END_OF_DATA | CLOSING, 0, 0);
                    out.flush();
                    if (socket.getInputStream().read() >= 0) {
                        throw new IOException("a receiver has nothing to say");
                    }
                    return null;
                }
            }));
        }
        await(running);
    }

    static void header(DataOutputStream out, int descriptor, long count, long offset) throws IOException {
        out.writeByte(descriptor);
        out.writeLong(count);
        out.writeLong(offset);
    }

    /// A listening client, to whose port the server connects.
    final class Receiver implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        private final byte[] content;

        Receiver(int size) throws IOException {
            content = new byte[size];
            listener.setSoTimeout(TIMEOUT_MILLIS);
        }

        int port() {
            return listener.getLocalPort();
        }

        /// Takes so many connections, and returns what they bring when all have ended.
        byte[] receive(int streams) throws IOException {
            List<FutureTask<Void>> running = new ArrayList<>();
            for (int i = 0; i < streams; i++) {
                Socket raw = listener.accept();
                raw.setSoTimeout(TIMEOUT_MILLIS);
                running.add(begin(() -> {
                    try (Socket socket = securing.secure(raw)) {
                        take(new DataInputStream(socket.getInputStream()), streams);
                        return null;
                    }
                }));
            }
            await(running);
            return content;
        }

        private void take(DataInputStream in, int streams) throws IOException {
            while (true) {
                int descriptor = in.readUnsignedByte();
                long count = in.readLong();
                long offset = in.readLong();
                if ((descriptor & END_OF_FILE) != 0 && offset != streams) {
                    throw new EOFException("the sender counts " + offset + " connections");
                }
                in.readFully(content, (int) ((descriptor & END_OF_FILE) != 0 ? 0 : offset), (int) count);
                if ((descriptor & END_OF_DATA) != 0) {
                    return;
                }
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    private static FutureTask<Void> begin(Callable<Void> task) {
        FutureTask<Void> future = new FutureTask<>(task);
        Thread.ofVirtual().start(future);
        return future;
    }

    private static void await(List<FutureTask<Void>> running) throws IOException {
        for (FutureTask<Void> future : running) {
            try {
                future.get();
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
