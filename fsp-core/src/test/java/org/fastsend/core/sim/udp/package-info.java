/// A simulated datagram network in virtual time, and the production connection machine on it: links
/// with rate, queue, delay and faults, ends with clocks of their own, flows and what to measure of
/// them.
@NullMarked
package org.fastsend.core.sim.udp;

import org.jspecify.annotations.NullMarked;
