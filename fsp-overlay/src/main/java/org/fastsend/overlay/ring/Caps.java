package org.fastsend.overlay.ring;

import java.util.List;
import org.fastsend.overlay.peer.Contact;

/// How many members of one operator or one subnet may stand together, in a ring or an answer: whoever makes up many
/// members gets no more of the places than that.
///
/// @param perOperator 0 for any number
/// @param perSubnet 0 for any number
public record Caps(int perOperator, int perSubnet) {
    public static final Caps NONE = new Caps(0, 0);

    /// Whether there is room for one more like this.
    public boolean admit(List<RingMember> group, RingMember member) {
        return (perOperator == 0 && perSubnet == 0)
                || admits(group.stream().map(RingMember::contact).toList(), member.contact());
    }

    public boolean admits(List<Contact> group, Contact contact) {
        if (perOperator == 0 && perSubnet == 0) {
            return true;
        }
        int sameOperator = 0;
        int sameSubnet = 0;
        for (Contact other : group) {
            sameOperator += contact.operator() != 0 && other.operator() == contact.operator() ? 1 : 0;
            sameSubnet += other.endpoint().subnet() == contact.endpoint().subnet() ? 1 : 0;
        }
        return (perOperator == 0 || sameOperator < perOperator) && (perSubnet == 0 || sameSubnet < perSubnet);
    }
}
