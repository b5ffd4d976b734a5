package org.fastsend.core.net;

import java.util.Optional;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Verb;

/// What a session lets its peer do here, and with which host. Every request passes by {@link #refusalOf}
/// first.
///
/// @param allowance of bytes to put, shared with the other sessions of the grant
record Serving(Grant grant, PutAllowance allowance, BlockHost host, EpochClock clock) {
    /// Why a request is not served.
    record No(Refusal refusal, String reason) {}

    Optional<No> refusalOf(Verb verb) {
        if (!grant.allows(verb)) {
            return Optional.of(new No(Refusal.FORBIDDEN, "the capability does not allow " + verb));
        }
        if (clock.seconds() >= grant.expiresEpochSeconds()) {
            return Optional.of(new No(Refusal.EXPIRED, "the capability has expired"));
        }
        return Optional.empty();
    }

    /// Why a block that came as {@code number} is not what it should be.
    Optional<No> refusalOf(SealedBlock block, int number) {
        if (!block.header().transfer().equals(grant.transfer())) {
            return Optional.of(new No(Refusal.FORBIDDEN, "the block is of another transfer"));
        }
        if (block.number() != number) {
            return bad("block " + block.number() + " came as block " + number);
        }
        return block.checksumHolds() ? Optional.empty() : bad("block " + number + " fails its checksum");
    }

    static No malformed(BlockFormatException e) {
        return new No(Refusal.BAD_BLOCK, NetFailures.text(e));
    }

    private static Optional<No> bad(String reason) {
        return Optional.of(new No(Refusal.BAD_BLOCK, reason));
    }
}
