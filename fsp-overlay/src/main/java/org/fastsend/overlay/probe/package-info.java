/// Measuring, and what follows from measurements: where a host lies.
@NullMarked
package org.fastsend.overlay.probe;

import org.jspecify.annotations.NullMarked;
