/// The relays' network of round-trip rings, which answers where blocks are best stored.
@NullMarked
package org.fastsend.overlay;

import org.jspecify.annotations.NullMarked;
