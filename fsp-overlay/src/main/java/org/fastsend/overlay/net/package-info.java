/// The overlay on real networks: datagrams authenticated under the federation's certificates, over UDP or, where that
/// is blocked, over TCP; the loop that runs a node; and the directory through which a stripe asks it for relays.
@NullMarked
package org.fastsend.overlay.net;

import org.jspecify.annotations.NullMarked;
