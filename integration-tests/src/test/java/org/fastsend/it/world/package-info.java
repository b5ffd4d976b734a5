/// The whole of a transfer in virtual time: real blocks, seals and manifests, over simulated relays that fail.
@NullMarked
package org.fastsend.it.world;

import org.jspecify.annotations.NullMarked;
