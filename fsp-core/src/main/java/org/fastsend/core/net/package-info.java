/// The TCP channel, both ends of it (docs/wire.md, "Relay session"): a TLS session for who is who and for
/// the manifest feed, and parallel data streams for blocks. Plain blocking code on virtual threads: each
/// stream has one thread that reads and one that writes.
@NullMarked
package org.fastsend.core.net;

import org.jspecify.annotations.NullMarked;
