package org.fastsend.client.cli;

import org.fastsend.core.congestion.Algorithm;
import picocli.CommandLine.Option;

/// The law by which a path test sends over UDP.
final class ControllerOption {
    @Option(
            names = "--controller",
            paramLabel = "fsp|fast|cubic",
            description =
                    "How fast this end sends over UDP: as FSP does (default), or by the law of FAST TCP or CUBIC, to"
                            + " compare with.")
    private Algorithm controller = Algorithm.FSP;

    Algorithm controller() {
        return controller;
    }
}
