package org.fastsend.overlay.select;

import java.util.List;

/// The answer to a wish.
///
/// @param chosen to begin with, the best first
/// @param standby what may take the place of one that fails, the best first
/// @param verdicts about every candidate, in the order in which they would be taken
public record RelaySet(List<Candidate> chosen, List<Candidate> standby, List<Judged> verdicts) {
    public RelaySet {
        chosen = List.copyOf(chosen);
        standby = List.copyOf(standby);
        verdicts = List.copyOf(verdicts);
    }

    /// A candidate, whether it is chosen, and why.
    public record Judged(Candidate candidate, boolean chosen, String why) {}
}
