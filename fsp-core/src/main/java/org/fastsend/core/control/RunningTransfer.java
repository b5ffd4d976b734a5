package org.fastsend.core.control;

import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.congestion.RateSettings;

/// A transfer that runs in some process of this host.
///
/// @param id to name it by; unique on this host
/// @param what it does, for people: `evacuate results/`
/// @param channel what it was asked to travel on
/// @param settings what it may do
/// @param udpSessions open now
/// @param sentBytes handed to the network until now, over TCP and UDP, with what was sent again
/// @param receivedBytes that came until now, over TCP and UDP
public record RunningTransfer(
        String id,
        String what,
        ChannelKind channel,
        RateSettings settings,
        int udpSessions,
        long sentBytes,
        long receivedBytes) {}
