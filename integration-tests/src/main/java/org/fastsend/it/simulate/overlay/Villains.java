package org.fastsend.it.simulate.overlay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Message.Answer;
import org.fastsend.overlay.message.Message.Measured;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Contact;

/// Members that do not play fair. A liar reports to be next to whatever it is asked to measure, and whoever asks it
/// for members is told of other liars, who are all said to be there. Sybils are members of one operator, who lie in
/// the same way.
final class Villains {
    private static final float LIE_MILLIS = 0.1f;
    private static final int SYBIL_OPERATOR = 666;
    private static final int FIRST_OPERATOR = 1000;

    private final double liars;
    private final double sybils;
    private final Draw draw;
    private final List<Contact> gang = new ArrayList<>();

    Villains(double liars, double sybils, long seed) {
        this.liars = liars;
        this.sybils = sybils;
        draw = new Draw(seed, "villains");
    }

    boolean isSybil(int host) {
        return draw.unit(host, 0) < sybils;
    }

    boolean isLiar(int host) {
        return isSybil(host) || draw.unit(host, 1) < liars;
    }

    /// Everybody else answers for one member.
    int operatorOf(int host) {
        return isSybil(host) ? SYBIL_OPERATOR : FIRST_OPERATOR + host;
    }

    /// A member came up: liars know of each other.
    void enlist(int host, Contact contact) {
        if (liars + sybils > 0 && isLiar(host)) {
            gang.add(contact);
        }
    }

    /// What really goes out when a host wants to send something.
    Message tell(int host, Message message) {
        if (liars + sybils == 0 || !isLiar(host)) {
            return message;
        }
        return switch (message) {
            case Measured measured -> {
                List<Float> lies = Collections.nCopies(measured.rttMillis().size(), LIE_MILLIS);
                yield new Measured(measured.number(), measured.seenAt(), measured.at(), lies, accomplices(measured));
            }
            case Answer answer ->
                new Answer(answer.number(), answer.part(), answer.parts(), friends(answer), answer.cost());
            default -> message;
        };
    }

    /// The members that it names are liars, each said to lie just where one of those lies that it should have named.
    private List<Candidate> accomplices(Measured measured) {
        List<Candidate> named = new ArrayList<>();
        for (Candidate candidate : measured.candidates()) {
            Contact friend = gang.get(draw.below(gang.size(), measured.number(), named.size()));
            boolean itself = candidate.rttMillis() == 0;
            named.add(
                    itself
                            ? candidate
                            : new Candidate(friend.at(candidate.contact().coordinate()), candidate.rttMillis()));
        }
        return named;
    }

    /// As many liars as members were to be named.
    private List<Ranked> friends(Answer answer) {
        List<Ranked> friends = new ArrayList<>();
        for (Ranked ranked : answer.ranked()) {
            Contact friend = gang.get(draw.below(gang.size(), answer.number(), 8L * answer.part() + friends.size()));
            friends.add(
                    new Ranked(friend, Collections.nCopies(ranked.rttMillis().size(), LIE_MILLIS)));
        }
        return friends;
    }
}
