/// UDP connections on real sockets: one thread owns a socket and all connections on it, feeds them datagrams
/// and time, and sends what they have to say.
@NullMarked
package org.fastsend.core.net.udp;

import org.jspecify.annotations.NullMarked;
