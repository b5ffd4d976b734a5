package org.fastsend.core.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fastsend.core.net.Deadline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All transfers that run on this host for this user, whichever process they run in.
public final class HostTransfers {
    private static final Logger LOG = LoggerFactory.getLogger(HostTransfers.class);

    /// A process answers at once unless it is stopped.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ControlDirectory directory;
    private final Set<Path> silent = new HashSet<>();

    public HostTransfers(ControlDirectory directory) {
        this.directory = directory;
    }

    /// Those of processes that answer; of one that does not it is said so, once.
    public List<RunningTransfer> list() throws IOException {
        List<RunningTransfer> all = new ArrayList<>();
        for (Path socket : directory.sockets()) {
            if (!silent.contains(socket)) {
                asked(socket).map(ControlCodec::decode).ifPresent(all::addAll);
            }
        }
        return all;
    }

    private Optional<String> asked(Path socket) throws IOException {
        try {
            return ask(socket, "{}");
        } catch (SocketTimeoutException e) {
            silent.add(socket);
            LOG.warn("{}; its transfers are not listed", e.getMessage());
            return Optional.empty();
        }
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
    /// Throws IllegalArgumentException, with a line for people, for a change that makes no sense, and
    /// SocketTimeoutException if the process does not answer.
    public Optional<RunningTransfer> change(String id, RateChange change) throws IOException {
        for (Path socket : directory.sockets()) {
            if (id.startsWith(process(socket) + "-")) {
                Optional<String> answer = ask(socket, ControlCodec.change(id, change));
                return answer.map(ControlCodec::decode).map(List::getFirst);
            }
        }
        return Optional.empty();
    }

    private static String process(Path socket) {
        return socket.getFileName().toString().replaceAll("\\D.*", "");
    }

    /// The process's answer; empty if it is gone, and then its socket is removed, or going.
    private static Optional<String> ask(Path socket, String request) throws IOException {
        try (SocketChannel peer = SocketChannel.open(StandardProtocolFamily.UNIX);
                Deadline deadline = new Deadline(PATIENCE, peer)) {
            peer.connect(UnixDomainSocketAddress.of(socket));
            Optional<String> answer = exchange(peer, request);
            if (answer.isEmpty() && deadline.passed()) {
                throw silence(socket);
            }
            return answer;
        } catch (ClosedChannelException _) {
            throw silence(socket);
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

    private static SocketTimeoutException silence(Path socket) {
        return new SocketTimeoutException("process " + process(socket) + " does not answer, as if it were stopped");
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
