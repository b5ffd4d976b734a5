/// Whom a node knows: rings of members by their round-trip times to it.
@NullMarked
package org.fastsend.overlay.ring;

import org.jspecify.annotations.NullMarked;
