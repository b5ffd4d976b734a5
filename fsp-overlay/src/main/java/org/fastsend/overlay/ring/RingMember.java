package org.fastsend.overlay.ring;

import org.fastsend.overlay.peer.Contact;

/// A member that a node has measured. Not thread-safe.
public final class RingMember {
    /// Of how much a lower time than before is believed at once, a higher one slowly: queues only ever add.
    private static final float RISE = 0.25f;

    private Contact contact;
    private float rttMillis;
    private boolean suspect;
    private boolean greeted;

    public RingMember(Contact contact, float rttMillis) {
        this.contact = contact;
        this.rttMillis = rttMillis;
    }

    public long id() {
        return contact.id();
    }

    public Contact contact() {
        return contact;
    }

    public float rttMillis() {
        return rttMillis;
    }

    public boolean isSuspect() {
        return suspect;
    }

    public void suspect(boolean now) {
        suspect = now;
    }

    /// Whether it was told that it is among the nearest.
    public boolean isGreeted() {
        return greeted;
    }

    public void greeted() {
        greeted = true;
    }

    /// What it says about itself now; older tellings than the one known are ignored.
    public void update(Contact now) {
        if (now.incarnation() >= contact.incarnation()) {
            contact = now;
        }
    }

    /// It was measured again.
    public void measured(float now) {
        rttMillis = now < rttMillis ? now : rttMillis + RISE * (now - rttMillis);
    }
}
