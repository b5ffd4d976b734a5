package org.fastsend.core.net.datagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.fastsend.core.net.linux.LinuxCalls;

/// Which kind of UDP socket this process opens. The system property {@value #PROPERTY} forces one: `nio`
/// works everywhere; `native` fails where it is not to be had.
public enum DatagramSockets {
    /// Linux's own calls where they can be made, else NIO.
    AUTO,
    NATIVE,
    NIO;

    public static final String PROPERTY = "fsp.datagrams";

    /// What the property asks for.
    public static DatagramSockets configured() {
        String wanted = System.getProperty(PROPERTY, "auto").toUpperCase(Locale.ROOT);
        for (DatagramSockets kind : values()) {
            if (kind.name().equals(wanted)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(PROPERTY + " must be auto, native or nio, not '" + wanted + "'");
    }

    /// Opens a socket with buffers as large as the system allows.
    ///
    /// @param address port 0 takes any free one
    /// @throws java.net.BindException if the address is taken
    public DatagramIo open(InetSocketAddress address) throws IOException {
        return isNative() ? LinuxDatagramIo.open(address, false) : NioDatagramIo.open(address);
    }

    /// The same socket, one that has siblings where the platform lets it.
    public DatagramIo openWithSiblings(InetSocketAddress address) throws IOException {
        return isNative() ? LinuxDatagramIo.open(address, true) : NioDatagramIo.open(address);
    }

    private boolean isNative() {
        return this == NATIVE || (this == AUTO && LinuxCalls.areAvailable());
    }
}
