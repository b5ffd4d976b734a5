package org.fastsend.client.cli;

import java.nio.file.Path;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import picocli.CommandLine.Option;

/// Who this host is when it stripes: relays take blocks from members only.
final class SenderOptions {
    @Option(
            names = "--federation",
            required = true,
            paramLabel = "DIR",
            description = "This host's membership: ca.crt, node.crt and node.key, as 'fsp ca issue' makes them.")
    private Path federation = Path.of("");

    Workplace workplace(Workbench bench) {
        return bench.workplace(Identity.load(federation), Federation.load(federation, new SystemEpochClock()));
    }
}
