/// Whole overlays in virtual time over measured round-trip times.
@NullMarked
package org.fastsend.it.simulate.overlay;

import org.jspecify.annotations.NullMarked;
