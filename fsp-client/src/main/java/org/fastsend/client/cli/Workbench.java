package org.fastsend.client.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.fastsend.client.sending.StateDirectory;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.send.SenderState;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;

/// What a command's transfer works with: a share of the JVM's memory, the machine's clocks, and its
/// directory for temporary files, in which those of a transfer have no name.
record Workbench(long memoryBytes) {
    private static final long LEAST_BYTES = 32L << 20;
    private static final long MOST_BYTES = 512L << 20;
    private static final int SHARE = 3;
    /// Reading, sealing and sending each hold blocks.
    private static final int BLOCKS_AT_LEAST = 4;

    /// Fails with USAGE if the JVM has too little memory.
    ///
    /// @param blockBytes size of the blocks that will be handled, as far as it is known
    static Workbench forBlocksOf(long blockBytes) {
        long share = Runtime.getRuntime().maxMemory() / SHARE;
        long memoryBytes = Math.clamp(share, LEAST_BYTES, MOST_BYTES);
        if (memoryBytes < BLOCKS_AT_LEAST * blockBytes) {
            throw new FspException(
                    ErrorCode.USAGE,
                    "blocks of " + (blockBytes >> 20) + " MiB need more memory: set FSP_JAVA_OPTS=-Xmx"
                            + ((SHARE * BLOCKS_AT_LEAST * blockBytes) >> 20) + "m, or a smaller --block-size");
        }
        return new Workbench(memoryBytes);
    }

    /// Where this user's senders keep what a later run needs: where the desktop standard puts such things.
    static StateDirectory states() {
        Path home = Path.of(System.getProperty("user.home"));
        Path states = Optional.ofNullable(System.getenv("XDG_STATE_HOME"))
                .map(Path::of)
                .filter(Path::isAbsolute)
                .orElseGet(() -> home.resolve(".local/state"));
        return new StateDirectory(states.resolve("fsp"));
    }

    /// What people should know of the beginning of a sender's run, if it is not the ordinary one.
    static Optional<String> beginning(Optional<SenderState> state) {
        if (state.isEmpty()) {
            return Optional.of("nothing can be kept for a later run: killed, this one would have to start over");
        }
        return state.filter(SenderState::isResumed)
                .map(earlier -> "going on with what was begun at "
                        + Instant.ofEpochSecond(earlier.secrets().startedEpochSeconds()));
    }

    Workplace workplace(Identity self, Federation federation) {
        return new Workplace(
                self,
                federation,
                new Buffers(memoryBytes),
                memoryBytes,
                new SystemNanoClock(),
                new SystemEpochClock(),
                Path.of(System.getProperty("java.io.tmpdir")));
    }
}
