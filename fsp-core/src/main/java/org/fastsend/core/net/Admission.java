package org.fastsend.core.net;

import java.util.function.Consumer;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.FspException;
import org.fastsend.core.trust.Grant;

/// What an acceptor lets an initiator do.
public sealed interface Admission {
    /// The initiator asks, the acceptor hosts.
    ///
    /// @param grant checked at each request: verbs, transfer, expiry
    /// @param allowance what may be put; shared by all sessions of the grant
    /// @param ended hears once why the session is over; called on one of its threads
    record Hosted(Grant grant, PutAllowance allowance, BlockHost host, Consumer<FspException> ended)
            implements Admission {}

    /// The acceptor asks, the initiator hosts: it connected only because it can be reached no other way.
    record Asked(Opened opened) implements Admission {}

    /// Nothing: the peer is told why.
    record Refused(Refusal refusal, String reason) implements Admission {}

    /// Takes the channel of a session that was admitted as {@link Asked}.
    @FunctionalInterface
    interface Opened {
        /// Called once, before anything can happen on the channel. Blocks may be offered from now on.
        ChannelListener opened(BlockChannel channel);
    }
}
