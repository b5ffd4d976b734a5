package org.fastsend.overlay.node;

import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;

/// What a node waits for.
sealed interface Task {
    /// A member's pong.
    record PingTask(Contact to, long sentNanos, int attempt) implements Task {}

    /// A target's answer to a probe, for a job of [Measuring].
    record ProbeTask(Measuring.Job job, int target, Endpoint to, long sentNanos, int attempt) implements Task {}

    /// What a member measured for a search of this node.
    record MeasureTask(Searching.Running search, Contact to, int attempt) implements Task {}

    /// A ping on behalf of another, who is told the outcome.
    record FavourTask(Sender asker, long number, long subject) implements Task {}

    /// A helper's word on a member that did not answer.
    record HelpTask(FspMembership.HelpRound round) implements Task {}
}
