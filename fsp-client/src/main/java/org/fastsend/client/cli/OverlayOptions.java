package org.fastsend.client.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.overlay.cli.CapsOption;
import org.fastsend.overlay.cli.MemberAddress;
import org.fastsend.overlay.net.OverlayRelays;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// How this host finds the overlay.
final class OverlayOptions {
    @Option(
            names = "--join",
            paramLabel = "HOST[:PORT]",
            split = ",",
            converter = MemberAddress.class,
            description = "Relays of the overlay, any of which will do; they are asked which relays are best.")
    private List<RelayAddress> join = List.of();

    @Mixin
    private CapsOption caps = new CapsOption();

    /// Whether an overlay was named.
    boolean isNamed() {
        return !join.isEmpty();
    }

    /// Asks as a member of the federation; what is learnt of relays is kept where programs keep their state.
    OverlayRelays open(Identity self, Federation federation) {
        Path state = Optional.ofNullable(System.getenv("XDG_STATE_HOME"))
                .filter(named -> !named.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home", "."), ".local", "state"));
        return OverlayRelays.open(
                self, federation, join, caps.caps(), state.resolve("fsp").resolve("goodput"), new SystemNanoClock());
    }
}
