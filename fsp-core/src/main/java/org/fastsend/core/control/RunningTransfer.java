package org.fastsend.core.control;

import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.udp.UdpTotals;

/// A transfer that runs in some process of this host.
///
/// @param id to name it by; unique on this host
/// @param what it does, for people: `evacuate results/`
/// @param channel what it was asked to travel on
/// @param settings what it may do over UDP
/// @param totals what it has done over UDP
public record RunningTransfer(String id, String what, ChannelKind channel, RateSettings settings, UdpTotals totals) {}
