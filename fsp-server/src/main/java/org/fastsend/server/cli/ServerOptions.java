package org.fastsend.server.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.cli.BitRate;
import org.fastsend.overlay.cli.CapsOption;
import org.fastsend.overlay.cli.MemberAddress;
import org.fastsend.server.data.PortRange;
import org.fastsend.server.net.SessionReuse;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// What `fsp server` can be told, on its command line or in its configuration file.
final class ServerOptions {
    @Option(names = "--root", paramLabel = "DIR", description = "The directory that is served; required.")
    Optional<Path> root = Optional.empty();

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "The address to listen at (default: all, of IPv6 and IPv4).")
    Optional<String> host = Optional.empty();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "2121",
            description = "The port to listen at (default: 2121); 0 for any free one.")
    int port = 2121;

    @Option(
            names = "--port-file",
            paramLabel = "FILE",
            description = "Gets the port's number when the server is ready.")
    Optional<Path> portFile = Optional.empty();

    @Option(names = "--anonymous", description = "Lets everybody read, as user anonymous with any password.")
    boolean anonymous;

    @Option(names = "--users", paramLabel = "FILE", description = "Who may log in; see 'fsp user'.")
    Optional<Path> users = Optional.empty();

    @Option(names = "--require-tls", description = "Takes neither logins nor data without TLS.")
    boolean requireTls;

    @Option(
            names = "--tls-port",
            paramLabel = "PORT",
            description = "One more port, where TLS is spoken from the first byte on (implicit FTPS); 0 for any.")
    Optional<Integer> tlsPort = Optional.empty();

    @Option(
            names = "--tls-reuse",
            paramLabel = "off|prefer|require",
            description = "Whether TLS on a data connection must resume the control connection's session "
                    + "(default: ${DEFAULT-VALUE}); a user may have a rule of their own.",
            defaultValue = "prefer",
            converter = ReuseConverter.class)
    SessionReuse sessionReuse = SessionReuse.PREFER;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "The certificate to show, its chain behind it, in PEM (default: the membership's, or a"
                    + " self-signed one that is made on the first start). Read again when it changes.")
    Optional<Path> certificate = Optional.empty();

    @Option(names = "--key", paramLabel = "FILE", description = "The private key of --certificate, in PEM.")
    Optional<Path> key = Optional.empty();

    @Option(
            names = "--federation",
            paramLabel = "DIR",
            description = "The server's membership ('fsp ca issue --role server'): its certificate, and striping.")
    Optional<Path> federation = Optional.empty();

    @Option(
            names = "--relays",
            paramLabel = "HOST:PORT",
            split = ",",
            converter = RelayConverter.class,
            description = "The relays to stripe over when a client names none.")
    List<RelayAddress> relays = List.of();

    @Option(
            names = "--join",
            paramLabel = "HOST[:PORT]",
            split = ",",
            converter = MemberAddress.class,
            description =
                    "Relays of the overlay, any of which will do: each stripe asks them which relays are best for it.")
    List<RelayAddress> join = List.of();

    @Mixin
    CapsOption caps = new CapsOption();

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = BitRate.class,
            description = "What all stripes together send, and all collections together receive, at most, such as 500M"
                    + " bits per second; 'fsp transfers' changes it.")
    Optional<Long> rate = Optional.empty();

    @Option(
            names = "--pasv-range",
            paramLabel = "FIRST-LAST",
            converter = RangeConverter.class,
            description = "The ports for passive data connections (default: 49152-65535).")
    PortRange passivePorts = PortRange.ANY;

    @Mixin
    SessionOptions sessions = new SessionOptions();

    @Mixin
    OperationOptions operation = new OperationOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Further options as TOML: their names without dashes, and values.")
    Optional<Path> config = Optional.empty();

    @Option(names = "--portable", description = "Speaks TLS by Java's own provider where a faster one exists.")
    boolean portable;

    /// What a running server cannot change, by name.
    Map<String, Object> fixed() {
        return Map.of(
                "--root", root,
                "--host", host,
                "--port", port,
                "--tls-port", tlsPort,
                "--anonymous", anonymous,
                "--users", users,
                "--certificate", certificate,
                "--federation", federation,
                "--relays", relays,
                "--transfer-log", List.of(operation.jsonLog, operation.xferlog));
    }

    static final class RelayConverter implements ITypeConverter<RelayAddress> {
        @Override
        public RelayAddress convert(String value) {
            try {
                return RelayAddress.parse(value.strip());
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    static final class RangeConverter implements ITypeConverter<PortRange> {
        @Override
        public PortRange convert(String value) {
            try {
                return PortRange.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
