package org.fastsend.overlay.message;

import java.util.List;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;

/// What travels in one datagram of the overlay. Bounds are in [MessageCodec]; what they forbid is never decoded.
public sealed interface Message {
    /// Whether it only answers: the other has said something just before, and owes nothing in return.
    default boolean isAnswer() {
        return switch (this) {
            case ProbeAnswer _, Pong _, PingForAnswer _, Welcome _, Measured _, Answer _, Attached _ -> true;
            case Gossip gossip -> !gossip.wantsAnswer();
            case Probe _, Ping _, PingFor _, Join _, Measure _, Ask _, Forward _, Attach _, Relay _, Relayed _ -> false;
        };
    }

    /// "How far are you?" Anyone may ask and anyone answers, with as many bytes.
    ///
    /// @param nonce random: an answer cannot be sent before the question arrived
    record Probe(long nonce) implements Message {}

    record ProbeAnswer(long nonce) implements Message {}

    /// A member measures another and shows that it lives.
    record Ping(long nonce, Contact self, List<Rumour> rumours) implements Message {}

    record Pong(long nonce, Contact self, List<Rumour> rumours) implements Message {}

    /// "Ping this one for me": the way there may be broken, not the member.
    record PingFor(long number, Contact subject) implements Message {}

    record PingForAnswer(long number, boolean alive) implements Message {}

    /// Members that the sender knows.
    ///
    /// @param wantsAnswer whether the other is to send some in return
    /// @param isNear whether the other is one of the sender's nearest, and so should know it
    record Gossip(Contact self, List<Contact> contacts, boolean wantsAnswer, boolean isNear) implements Message {}

    /// "I am new."
    record Join(Contact self) implements Message {}

    /// What a newcomer is told.
    ///
    /// @param seenAt where the newcomer's datagram came from
    record Welcome(Contact self, Endpoint seenAt, List<Contact> contacts) implements Message {}

    /// "Measure these, and name members that may lie better."
    ///
    /// @param number repeated in the answer
    /// @param targets [Endpoint#SELF] stands for whoever asks
    /// @param told how far they are, or may be, from the one who is asked; NaN where it is to measure; or empty
    /// @param guess where the targets lie as far as is known, one for each; or empty
    /// @param limits how near is near enough, one for each; or empty if only guesses help
    /// @param candidates how many members to name
    record Measure(
            long number,
            List<Endpoint> targets,
            List<Float> told,
            List<Coordinate> guess,
            List<Float> limits,
            int candidates)
            implements Message {
        /// How often a target is probed that does not answer; the question is as long as all of these probes.
        public static final int PROBES = 2;

        /// Which targets are to be probed, by their places.
        public boolean isToProbe(int target) {
            return told.isEmpty() || Float.isNaN(told.get(target));
        }

        /// The same of other targets, as many.
        public Measure of(List<Endpoint> others) {
            return new Measure(number, others, told, guess, limits, candidates);
        }
    }

    /// What was measured, and who may lie better.
    ///
    /// @param seenAt where the question came from
    /// @param at where the one who measured lies
    /// @param rttMillis one for each target, as told or measured, NaN where none was
    record Measured(long number, Endpoint seenAt, Coordinate at, List<Float> rttMillis, List<Candidate> candidates)
            implements Message {}

    /// A query from a non-member or a member.
    record Ask(long number, Query query) implements Message {}

    /// A part of an answer, the best members in the first.
    ///
    /// @param part from 0
    /// @param parts how many there are
    record Answer(long number, int part, int parts, List<Ranked> ranked, QueryCost cost) implements Message {
        /// Members in one part.
        public static final int PART = 8;
        public static final int MAX_PARTS = Query.MAX_WANTED / PART;
    }

    /// A Meridian query on its way: the next member goes on with it and answers the asker.
    ///
    /// @param number as the asker numbers it
    record Forward(long number, Endpoint asker, Query query, QueryCost cost) implements Message {}

    /// A member behind a NAT asks to be reached through another.
    record Attach(Contact self) implements Message {}

    record Attached(Endpoint seenAt) implements Message {}

    /// "Hand this to the member that is attached to you."
    record Relay(long to, Message message) implements Message {}

    /// A message that came through a rendezvous.
    record Relayed(long from, Endpoint sender, Message message) implements Message {}
}
