package org.fastsend.overlay.node;

import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;

/// What an inquiry waits for.
///
/// @param by the inquiry
/// @param at where it was asked
/// @param members who was asked, nobody if the inquiry begins with it; with CONFIRM those who are measured
/// @param goal which target was asked; with CONFIRM only
/// @param hereMillis how far it is from the asker, or is taken to be; NaN if that is not known
/// @param expectedMillis how long the answer should take
/// @param attempt from 0
record Step(
        Inquiry by,
        Kind kind,
        Endpoint at,
        List<Contact> members,
        int goal,
        float hereMillis,
        float expectedMillis,
        int attempt) {
    static final float UNKNOWN_MILLIS = 300;
    private static final int ATTEMPTS = 3;
    private static final int CONFIRM_ATTEMPTS = 2;

    enum Kind {
        /// The asker measures a member.
        PROBE,
        /// A member measures others, and names some.
        MEASURE,
        /// A member names some, told how far it may be.
        NAME,
        /// A member that the inquiry begins with names itself and some, told no more than how far members mostly are.
        INTRODUCE,
        /// The asker measures a member that it has a session with, and could not probe without.
        REPROBE,
        /// The asker measures a member that was found a short time ago.
        RECALL,
        /// The asker measures a finalist.
        VERIFY,
        /// A target measures the finalists.
        CONFIRM
    }

    private Step(Inquiry by, Kind kind, Endpoint at, Optional<Contact> member, float here, float expected) {
        this(by, kind, at, member.stream().toList(), 0, here, expected, 0);
    }

    static Step probe(Inquiry by, Endpoint at, Optional<Contact> member, float expectedMillis) {
        return new Step(by, Kind.PROBE, at, member, Float.NaN, expectedMillis);
    }

    static Step recall(Inquiry by, Contact member, float expectedMillis) {
        return new Step(by, Kind.RECALL, member.endpoint(), Optional.of(member), Float.NaN, expectedMillis);
    }

    static Step reprobe(Inquiry by, Endpoint at, Optional<Contact> member) {
        return new Step(by, Kind.REPROBE, at, member, Float.NaN, UNKNOWN_MILLIS);
    }

    static Step measure(Inquiry by, Endpoint at, Optional<Contact> member, float hereMillis, float expectedMillis) {
        return new Step(by, Kind.MEASURE, at, member, hereMillis, expectedMillis);
    }

    static Step introduce(Inquiry by, Endpoint at) {
        return new Step(by, Kind.INTRODUCE, at, Optional.empty(), Opening.TYPICAL_MILLIS, UNKNOWN_MILLIS);
    }

    static Step name(Inquiry by, Contact member, float hereMillis, float expectedMillis) {
        return new Step(by, Kind.NAME, member.endpoint(), Optional.of(member), hereMillis, expectedMillis);
    }

    static Step verify(Inquiry by, Contact member, float expectedMillis) {
        return new Step(by, Kind.VERIFY, member.endpoint(), Optional.of(member), Float.NaN, expectedMillis);
    }

    static Step confirm(Inquiry by, Endpoint target, int goal, List<Contact> members) {
        return new Step(by, Kind.CONFIRM, target, members, goal, Float.NaN, UNKNOWN_MILLIS, 0);
    }

    Step again() {
        return new Step(by, kind, at, members, goal, hereMillis, expectedMillis, attempt + 1);
    }

    /// Who was asked, if it is known.
    Optional<Contact> member() {
        return kind == Kind.CONFIRM ? Optional.empty() : members.stream().findFirst();
    }

    long id() {
        return member().map(Contact::id).orElse(0L);
    }

    /// Whether whoever was asked is open to everybody, as those are that an inquiry begins with.
    boolean isOfPublic() {
        return member().map(Contact::isPublic).orElse(true);
    }

    /// Whether it is the probe that the same member got right before a question.
    boolean isOvertakenBy(Step question) {
        return kind == Kind.PROBE && attempt == 0 && by == question.by() && at.equals(question.at());
    }

    /// Whether the asker is to be told, rather than to measure.
    boolean isQuestion() {
        return switch (kind) {
            case MEASURE, NAME, INTRODUCE, CONFIRM -> true;
            case PROBE, REPROBE, RECALL, VERIFY -> false;
        };
    }

    /// Whether it is about members that were found.
    boolean isLast() {
        return kind == Kind.VERIFY || kind == Kind.CONFIRM;
    }

    /// Whether it is worth asking once more. What was measured before need not be measured again at any price.
    boolean hasTriesLeft() {
        int tries = switch (kind) {
            case PROBE, MEASURE, NAME, INTRODUCE, REPROBE, RECALL -> ATTEMPTS;
            case CONFIRM -> CONFIRM_ATTEMPTS;
            case VERIFY -> isOfPublic() ? 1 : ATTEMPTS;
        };
        return attempt + 1 < tries;
    }
}
