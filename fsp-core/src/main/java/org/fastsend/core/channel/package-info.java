/// The port that striper and collector speak to, both ends of it, and the memory for blocks in flight.
@NullMarked
package org.fastsend.core.channel;

import org.jspecify.annotations.NullMarked;
