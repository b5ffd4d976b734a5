package org.fastsend.core.net.datagram;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A UDP socket by way of NIO: one system call a datagram, and waits no finer than a millisecond.
final class NioDatagramIo implements DatagramIo {
    private static final Logger LOG = LoggerFactory.getLogger(NioDatagramIo.class);
    private static final int BUFFER_BYTES = 8 << 20;
    private static final int MAX_RECEIVED = 256;
    /// Failures that have no class of their own, by the system's text.
    private static final Set<String> TOO_LONG =
            Set.of("Message too long", "The message is larger than the maximum supported by the underlying transport");

    private static final Set<String> WOULD_BE_LOST = Set.of(
            "No buffer space available",
            "No buffer space available (maximum connections reached?)",
            "Operation not permitted",
            "Permission denied",
            "Invalid argument",
            "Can't send to port 0",
            "Address family not supported by protocol",
            "Cannot assign requested address",
            "Network is down",
            "Network is unreachable",
            "Host is down",
            "No route to host");

    private final DatagramChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final byte[] arrivingBytes = new byte[1 << 16];
    private final ByteBuffer arriving = ByteBuffer.wrap(arrivingBytes);
    private final ByteBuffer leaving = ByteBuffer.allocateDirect(1 << 16);
    private int tooLongBytes;

    private NioDatagramIo(DatagramChannel channel, Selector selector, SelectionKey key) {
        this.channel = channel;
        this.selector = selector;
        this.key = key;
    }

    static NioDatagramIo open(InetSocketAddress address) throws IOException {
        boolean v4 = address.getAddress() instanceof Inet4Address
                && !address.getAddress().isAnyLocalAddress();
        DatagramChannel channel = v4 ? DatagramChannel.open(StandardProtocolFamily.INET) : DatagramChannel.open();
        try {
            channel.configureBlocking(false);
            set(channel, StandardSocketOptions.SO_SNDBUF, BUFFER_BYTES);
            set(channel, StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
            set(channel, ExtendedSocketOptions.IP_DONTFRAGMENT, true);
            channel.bind(address);
            Selector selector = Selector.open();
            return new NioDatagramIo(channel, selector, channel.register(selector, SelectionKey.OP_READ));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// What a platform lacks or refuses costs speed only.
    private static <T> void set(DatagramChannel channel, SocketOption<T> option, T value) {
        try {
            if (channel.supportedOptions().contains(option)) {
                channel.setOption(option, value);
            }
        } catch (IOException e) {
            LOG.debug("{} cannot be set to {}", option, value, e);
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        try {
            return (InetSocketAddress) channel.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean cutsBursts() {
        return false;
    }

    @Override
    public int send(byte[] bytes, int offset, int length, int datagramBytes, InetSocketAddress to) throws IOException {
        tooLongBytes = 0;
        for (int sent = 0; sent < length; sent += datagramBytes) {
            leaving.clear().put(bytes, offset + sent, Math.min(datagramBytes, length - sent));
            if (!sendOne(leaving.flip(), to)) {
                return sent;
            }
        }
        return length;
    }

    @Override
    public int tooLongBytes() {
        return tooLongBytes;
    }

    private boolean sendOne(ByteBuffer datagram, InetSocketAddress to) throws IOException {
        int bytes = datagram.remaining();
        try {
            return channel.send(datagram, to) > 0;
        } catch (PortUnreachableException e) {
            LOG.trace("nobody is at {}", to, e);
            return true;
        } catch (UnsupportedAddressTypeException e) {
            LOG.trace("an IPv4 socket does not reach {}", to, e);
            return true;
        } catch (IOException e) {
            String text = Objects.requireNonNullElse(e.getMessage(), "");
            if (TOO_LONG.contains(text)) {
                tooLongBytes = bytes;
            } else if (!WOULD_BE_LOST.contains(text)) {
                throw e;
            }
            return true;
        }
    }

    @Override
    public int receive(Receiver receiver) throws IOException {
        for (int count = 0; count < MAX_RECEIVED; count++) {
            arriving.clear();
            InetSocketAddress from = (InetSocketAddress) channel.receive(arriving);
            if (from == null) {
                return count;
            }
            receiver.take(arrivingBytes, 0, arriving.position(), from, 0);
        }
        return MAX_RECEIVED;
    }

    @Override
    public void await(long nanos, boolean untilWritable) throws IOException {
        key.interestOps(untilWritable ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        long millis = TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanos) + TimeUnit.MILLISECONDS.toNanos(1) / 2);
        if (millis == 0) {
            selector.selectNow(_ -> {});
        } else {
            selector.select(_ -> {}, millis);
        }
    }

    @Override
    public void wakeUp() {
        selector.wakeup();
    }

    @Override
    public void close() {
        try {
            selector.close();
            channel.close();
        } catch (IOException e) {
            LOG.debug("closing a UDP socket", e);
        }
    }
}
