package org.fastsend.core.seal;

import java.security.SecureRandom;

/// One run of a transfer's sender: a transfer whose sender was killed is continued by a later run. Each seals under
/// keys of its own (docs/wire.md, "Seal"), so that nothing a run forgot, and no state that was rolled back or copied,
/// can make two runs seal different bytes under one key and nonce.
///
/// @param id 0 for the first run, random for each later one
public record SenderRun(long id) {
    public static final SenderRun FIRST = new SenderRun(0);

    /// A run that continues a transfer.
    public static SenderRun later(SecureRandom random) {
        long id = random.nextLong();
        return id == FIRST.id ? later(random) : new SenderRun(id);
    }
}
