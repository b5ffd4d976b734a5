package org.fastsend.server.cli;

import java.util.concurrent.TimeUnit;
import org.fastsend.server.auth.Guarding;
import org.fastsend.server.session.Patience;
import picocli.CommandLine.Option;

/// How many sessions there may be, how long they may take, and what happens to those who try passwords.
final class SessionOptions {
    @Option(
            names = "--max-sessions",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Sessions at the same time (default: ${DEFAULT-VALUE}).")
    int maxSessions;

    @Option(
            names = "--max-per-address",
            paramLabel = "N",
            defaultValue = "100",
            description = "Sessions from one address, or one /64 of IPv6 (default: ${DEFAULT-VALUE}).")
    int maxPerAddress;

    @Option(
            names = "--login-timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long a client may take to log in (default: ${DEFAULT-VALUE}).")
    long loginSeconds;

    @Option(
            names = "--idle-timeout",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "How long a session may be silent (default: ${DEFAULT-VALUE}).")
    long idleSeconds;

    @Option(
            names = "--stall-timeout",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "How long a transfer may stand still (default: ${DEFAULT-VALUE}).")
    long stallSeconds;

    @Option(
            names = "--login-attempts",
            paramLabel = "N",
            defaultValue = "3",
            description = "Wrong passwords on one connection (default: ${DEFAULT-VALUE}).")
    int attempts;

    @Option(
            names = "--ban-after",
            paramLabel = "N",
            defaultValue = "20",
            description = "Wrong passwords from one address before it is turned away; 0 for never"
                    + " (default: ${DEFAULT-VALUE}).")
    int banAfter;

    @Option(
            names = "--ban-seconds",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "How long it is turned away (default: ${DEFAULT-VALUE}).")
    long banSeconds;

    Patience patience() {
        return new Patience(
                TimeUnit.SECONDS.toNanos(loginSeconds),
                TimeUnit.SECONDS.toNanos(idleSeconds),
                Patience.DEFAULT.dataConnectNanos(),
                TimeUnit.SECONDS.toNanos(stallSeconds));
    }

    Guarding guarding() {
        return new Guarding(attempts, Guarding.DEFAULT.delayNanos(), banAfter, TimeUnit.SECONDS.toNanos(banSeconds));
    }
}
