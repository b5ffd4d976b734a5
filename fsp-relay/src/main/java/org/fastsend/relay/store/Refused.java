package org.fastsend.relay.store;

import org.fastsend.core.channel.Refusal;

/// Why the store did not do something, and the line for people that goes with it.
record Refused(Refusal refusal, String reason) {
    static final Refused DROPPED = new Refused(Refusal.EXPIRED, "the transfer has been dropped here");
    static final Refused CLOSING = new Refused(Refusal.BUSY, "the relay is shutting down");
}
