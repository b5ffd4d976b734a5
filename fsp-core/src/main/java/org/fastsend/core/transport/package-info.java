/// The UDP channel's connection machine: datagrams, their seal, opening, paths, messages, close
/// (docs/wire.md, "UDP"). Sans-IO and single-threaded; [org.fastsend.core.transport.UdpConnection] is
/// the way in.
@NullMarked
package org.fastsend.core.transport;

import org.jspecify.annotations.NullMarked;
