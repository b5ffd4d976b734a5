package org.fastsend.overlay.node;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Rumour;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.ring.RingMember;

/// Whom a node knows and how it comes to know them: the part that differs between Meridian and FSP.
interface Membership {
    void start(List<Endpoint> bootstrap, List<Contact> remembered, long nowNanos);

    /// A member was measured by a ping.
    void met(Contact member, float rttMillis, long nowNanos);

    /// A member did not answer.
    void silent(Contact member, long nowNanos);

    /// A member showed that it lives.
    void heard(Contact member, List<Rumour> rumours, long nowNanos);

    void handleGossip(Sender from, Message.Gossip gossip, long nowNanos);

    void handleJoin(Sender from, Message.Join join, long nowNanos);

    void handleWelcome(Sender from, Message.Welcome welcome, long nowNanos);

    void handleTimeout(long nowNanos);

    long nextDeadlineNanos();

    /// What to tell a member along with a ping.
    List<Rumour> rumoursFor(long id);

    /// The next member that was found dead.
    Optional<Contact> pollLost();

    Collection<RingMember> members();
}
