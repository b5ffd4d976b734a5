/// The store behind the channel: what peers may ask of a relay, and its answers.
@NullMarked
package org.fastsend.relay.serve;

import org.jspecify.annotations.NullMarked;
