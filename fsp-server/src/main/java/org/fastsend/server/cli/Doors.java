package org.fastsend.server.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.server.FtpServer;
import org.fastsend.server.command.Extension;
import org.fastsend.server.session.Site;

/// The ports of a server: the ordinary one, and that of implicit TLS.
///
/// @param tls where TLS is spoken from the first byte on
record Doors(FtpServer server, Optional<InetSocketAddress> tls) {
    /// Every address of IPv6 and with it of IPv4, where the system has both.
    private static final List<String> ALL_ADDRESSES = List.of("::", "0.0.0.0");

    /// Listens as the options say. Throws FspException, with nothing left open, when that cannot be.
    static Doors open(ServerOptions options, Site site, Supplier<Extension> extension) {
        FtpServer server = ordinary(options, site, extension);
        if (options.tlsPort.isEmpty()) {
            return new Doors(server, Optional.empty());
        }
        InetSocketAddress address = new InetSocketAddress(server.address().getAddress(), options.tlsPort.get());
        try {
            return new Doors(server, Optional.of(server.listenForTls(address)));
        } catch (IOException e) {
            server.close();
            throw inUse(address, "--tls-port", e);
        }
    }

    private static FtpServer ordinary(ServerOptions options, Site site, Supplier<Extension> extension) {
        List<String> hosts = options.host.map(List::of).orElse(ALL_ADDRESSES);
        FspException failure = new FspException(ErrorCode.USAGE, "no address to listen at");
        for (String host : hosts) {
            InetSocketAddress address = new InetSocketAddress(host, options.port);
            if (address.isUnresolved()) {
                throw new FspException(ErrorCode.UNKNOWN_HOST, "unknown host " + host + " for --host");
            }
            try {
                return FtpServer.start(site, address, extension);
            } catch (IOException e) {
                failure = inUse(address, "--port", e);
            }
        }
        throw failure;
    }

    private static FspException inUse(InetSocketAddress address, String option, IOException failure) {
        return new FspException(
                ErrorCode.PORT_IN_USE,
                "cannot listen at " + address.getHostString() + ":" + address.getPort() + ": " + failure.getMessage()
                        + "; choose another " + option + ", or 0 for any free one",
                failure);
    }

    /// For people and scripts.
    String description() {
        InetSocketAddress address = server.address();
        String host = address.getAddress().getHostAddress();
        String shown = address.getAddress().isAnyLocalAddress() ? "*" : host.indexOf(':') < 0 ? host : "[" + host + "]";
        return shown + ":" + address.getPort()
                + tls.map(implicit -> " tls-port=" + implicit.getPort()).orElse("");
    }
}
