/// How fast to send: controllers that read one path's delay and loss, the rules beside the network (target, storage,
/// aggregate cap) of which the least wins, and the pacer that spends the rate in small bursts. Pure: time and
/// measurements come in, a rate comes out.
@NullMarked
package org.fastsend.core.congestion;

import org.jspecify.annotations.NullMarked;
