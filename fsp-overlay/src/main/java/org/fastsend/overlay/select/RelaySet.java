package org.fastsend.overlay.select;

import java.util.List;
import java.util.Set;
import org.fastsend.core.channel.RelayAddress;

/// The answer to a wish.
///
/// @param chosen to begin with, the best first
/// @param standby what may take the place of one that fails, the best first
/// @param verdicts about every candidate, in the order in which they would be taken
/// @param withReceiver those that hang on the receiver's own link, as far as addresses tell
public record RelaySet(
        List<Candidate> chosen, List<Candidate> standby, List<Judged> verdicts, Set<RelayAddress> withReceiver) {
    public RelaySet {
        chosen = List.copyOf(chosen);
        standby = List.copyOf(standby);
        verdicts = List.copyOf(verdicts);
        withReceiver = Set.copyOf(withReceiver);
    }

    /// A candidate, whether it is chosen, and why.
    public record Judged(Candidate candidate, boolean chosen, String why) {}
}
