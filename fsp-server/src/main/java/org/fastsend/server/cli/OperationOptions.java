package org.fastsend.server.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.server.log.LogFile;
import org.fastsend.server.log.TransferFormat;
import org.fastsend.server.log.TransferLog;
import org.fastsend.server.net.Announcement;
import org.fastsend.server.net.Subnet;
import org.fastsend.server.net.TrustedProxies;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// How the server stands among its neighbours: NAT, proxies, logs, and its end.
final class OperationOptions {
    private static final String OWN = "own";

    @Option(
            names = "--announce",
            paramLabel = "HOST",
            description = "The address that clients are told for passive data connections, when NAT stands between"
                    + " (default: the one they came to).")
    Optional<String> announce = Optional.empty();

    @Option(
            names = "--announce-to",
            paramLabel = "NETWORK=HOST",
            split = ",",
            description = "Another address for clients of a network, such as 10.0.0.0/8=10.1.2.3, or NETWORK=own for"
                    + " the one they came to; the first that fits counts.")
    List<String> announceTo = List.of();

    @Option(
            names = "--proxies",
            paramLabel = "NETWORK",
            split = ",",
            converter = SubnetConverter.class,
            description = "Networks whose connections all begin with a PROXY header (version 1 or 2), which says whose"
                    + " they are.")
    List<Subnet> proxies = List.of();

    @Option(
            names = "--host-names",
            paramLabel = "NAME",
            split = ",",
            description = "The names that clients may call the server by with HOST; others get 504 (default: any).")
    List<String> hostNames = List.of();

    @Option(
            names = "--transfer-log",
            paramLabel = "FILE",
            description = "Gets an object of JSON for each transfer; opened anew on SIGHUP.")
    Optional<Path> jsonLog = Optional.empty();

    @Option(
            names = "--xferlog",
            paramLabel = "FILE",
            description = "Gets a line for each file that was moved, in the format of wu-ftpd; opened anew on SIGHUP.")
    Optional<Path> xferlog = Optional.empty();

    @Option(
            names = "--drain",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long running transfers may go on after SIGTERM; a second signal ends them at once"
                    + " (default: ${DEFAULT-VALUE}).")
    long drainSeconds;

    /// Looks up the names; throws FspException when one is unknown.
    Announcement announcement() {
        List<Announcement.ForClients> exceptions = new ArrayList<>();
        for (String rule : announceTo) {
            int equals = rule.indexOf('=');
            if (equals < 0) {
                throw new FspException(ErrorCode.USAGE, "--announce-to looks like 10.0.0.0/8=HOST, not " + rule);
            }
            exceptions.add(new Announcement.ForClients(
                    new SubnetConverter().convert(rule.substring(0, equals)), address(rule.substring(equals + 1))));
        }
        return new Announcement(exceptions, announce.flatMap(OperationOptions::address));
    }

    Set<String> hosts() {
        return hostNames.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    TrustedProxies trustedProxies() {
        return new TrustedProxies(proxies);
    }

    TransferLog transferLog() {
        List<LogFile> files = new ArrayList<>();
        jsonLog.ifPresent(path -> files.add(new LogFile(path, TransferFormat.json())));
        xferlog.ifPresent(path -> files.add(new LogFile(path, TransferFormat.xferlog(ZoneId.systemDefault()))));
        return new TransferLog(files);
    }

    private static Optional<InetAddress> address(String host) {
        if (host.equals(OWN)) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            throw new FspException(ErrorCode.UNKNOWN_HOST, "unknown host " + host + " to announce", e);
        }
    }

    static final class SubnetConverter implements ITypeConverter<Subnet> {
        @Override
        public Subnet convert(String value) {
            try {
                return Subnet.parse(value.strip());
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("a network looks like 10.0.0.0/8, not " + value);
            }
        }
    }
}
