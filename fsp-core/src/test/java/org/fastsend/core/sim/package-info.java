/// The simulator: virtual clock, network and disk, all driven by one seed.
@NullMarked
package org.fastsend.core.sim;

import org.jspecify.annotations.NullMarked;
