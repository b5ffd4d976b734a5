/// What the overlay knows of a host: where it is, how it is reached, where it lies in the network.
@NullMarked
package org.fastsend.overlay.peer;

import org.jspecify.annotations.NullMarked;
