package org.fastsend.core.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All transfers that run on this host for this user, whichever process they run in.
public final class HostTransfers {
    private static final Logger LOG = LoggerFactory.getLogger(HostTransfers.class);

    private final ControlDirectory directory;

    public HostTransfers(ControlDirectory directory) {
        this.directory = directory;
    }

    public List<RunningTransfer> list() throws IOException {
        List<RunningTransfer> all = new ArrayList<>();
        for (Path socket : directory.sockets()) {
            Optional<String> answer = ask(socket, "{}");
            if (answer.isPresent()) {
                all.addAll(ControlCodec.decode(answer.get()));
            }
        }
        return all;
    }

    /// What all of them together may send, and receive, in bits a second; empty if nothing caps them.
    public Optional<Long> cap() throws IOException {
        return new CapLedger(directory).cap();
    }

    /// Caps them all, those that run within half a second and those to come; empty for no cap.
    public void cap(Optional<Long> bitsPerSecond) throws IOException {
        new CapLedger(directory).cap(bitsPerSecond);
    }

    /// Changes a transfer while it runs; what it may do then, or empty if there is no such transfer.
    /// Throws IllegalArgumentException, with a line for people, for a change that makes no sense.
    public Optional<RunningTransfer> change(String id, RateChange change) throws IOException {
        for (Path socket : directory.sockets()) {
            if (id.startsWith(socket.getFileName().toString().replaceAll("\\D.*", "") + "-")) {
                Optional<String> answer = ask(socket, ControlCodec.change(id, change));
                return answer.map(ControlCodec::decode).map(List::getFirst);
            }
        }
        return Optional.empty();
    }

    /// The process's answer; empty if it is gone, and then its socket is removed, or going.
    private static Optional<String> ask(Path socket, String request) throws IOException {
        try (SocketChannel peer = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            peer.connect(UnixDomainSocketAddress.of(socket));
            return exchange(peer, request);
        } catch (ConnectException e) {
            Files.deleteIfExists(socket);
            return Optional.empty();
        } catch (SocketException e) {
            if (Files.exists(socket)) {
                throw e;
            }
            return Optional.empty(); // it ended since it was seen in the directory
        }
    }

    /// A connection that breaks is a process that ends while it is asked: its transfers no longer run.
    private static Optional<String> exchange(SocketChannel peer, String request) {
        try {
            ByteBuffer line = ByteBuffer.wrap((request + "\n").getBytes(StandardCharsets.UTF_8));
            while (line.hasRemaining()) {
                peer.write(line);
            }
            return ControlLine.read(new BufferedReader(Channels.newReader(peer, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            LOG.debug("a process ended while it was asked for its transfers", e);
            return Optional.empty();
        }
    }
}
