/// The main job, end to end, by real processes on loopback.
@NullMarked
package org.fastsend.it.transfer;

import org.jspecify.annotations.NullMarked;
