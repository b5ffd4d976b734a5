/// UDP sockets, as fast as the platform lets Java have them: bursts that Linux's kernel cuts into datagrams
/// and trains that it hands over in one piece, or plain NIO everywhere.
@NullMarked
package org.fastsend.core.net.datagram;

import org.jspecify.annotations.NullMarked;
