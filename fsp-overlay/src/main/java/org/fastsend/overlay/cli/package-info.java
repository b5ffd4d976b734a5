/// What options of the overlay look like on a command line.
@NullMarked
package org.fastsend.overlay.cli;

import org.jspecify.annotations.NullMarked;
