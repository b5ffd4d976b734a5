package org.fastsend.core.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A process's control socket: lists and changes the transfers of its registry for the same user's `fsp transfers`.
/// A process without one transfers all the same.
public final class ControlSocket implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlSocket.class);

    private final TransferRegistry registry;
    private final ServerSocketChannel server;
    private final Path path;
    private final Thread serving;

    private ControlSocket(TransferRegistry registry, ServerSocketChannel server, Path path) {
        this.registry = registry;
        this.server = server;
        this.path = path;
        this.serving = Thread.ofVirtual().name("fsp-control").unstarted(this::serve);
    }

    /// Opens the socket of this process; empty where that cannot be.
    public static Optional<ControlSocket> open(ControlDirectory directory, TransferRegistry registry) {
        try {
            Path path = directory.socketOf(ProcessHandle.current().pid());
            Files.deleteIfExists(path); // of an earlier process with this number
            ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                server.bind(UnixDomainSocketAddress.of(path));
            } catch (IOException e) {
                server.close();
                throw e;
            }
            ControlSocket socket = new ControlSocket(registry, server, path);
            socket.serving.start();
            return Optional.of(socket);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("no control socket: 'fsp transfers' will not see this process", e);
            return Optional.empty();
        }
    }

    /// Once it returns nobody can connect: a listening socket lives until the thread that accepts has let go of it.
    @Override
    public void close() {
        remove();
        try {
            serving.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void remove() {
        try {
            server.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.debug("closing the control socket", e);
        }
    }

    private void serve() {
        while (server.isOpen()) {
            try {
                SocketChannel peer = server.accept();
                Thread.ofVirtual().start(() -> answer(peer));
            } catch (IOException e) {
                if (server.isOpen()) {
                    LOG.debug("the control socket failed", e);
                    remove();
                }
            }
        }
    }

    private void answer(SocketChannel peer) {
        try (peer;
                BufferedReader in = new BufferedReader(Channels.newReader(peer, StandardCharsets.UTF_8))) {
            Optional<String> request = ControlLine.read(in);
            if (request.isPresent()) {
                String answer = ControlCodec.answer(request.get(), registry) + "\n";
                ByteBuffer bytes = ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    peer.write(bytes);
                }
            }
        } catch (IOException e) {
            LOG.debug("a control connection broke", e);
        }
    }
}
