/// Sealed blocks and manifest feeds on a disk: nothing is called stored that a power cut could take back.
@NullMarked
package org.fastsend.relay.store;

import org.jspecify.annotations.NullMarked;
