package org.fastsend.overlay.node;

import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;

/// What a node waits for.
sealed interface Task {
    /// A member's pong.
    record PingTask(Contact to, long sentNanos, int attempt) implements Task {}

    /// A target's answer to a probe, for a job of [Measuring].
    record ProbeTask(Measuring.Job job, int target, Endpoint to, long sentNanos, int attempt) implements Task {}

    /// What a member measured for a search of this node.
    record MeasureTask(Asked by, Contact to, int attempt) implements Task {}

    /// Who asked a member to measure.
    interface Asked {
        void measured(MeasureTask task, Message.Measured measured, long nowNanos);

        /// It did not answer in time.
        void silent(MeasureTask task, long nowNanos);
    }

    /// A ping on behalf of another, who is told the outcome.
    record FavourTask(Sender asker, long number, long subject) implements Task {}

    /// A helper's word on a member that did not answer.
    record HelpTask(FspMembership.HelpRound round) implements Task {}
}
