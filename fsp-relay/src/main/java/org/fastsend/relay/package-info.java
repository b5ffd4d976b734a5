/// The relay: stores sealed blocks under a lease and cannot read them.
@NullMarked
package org.fastsend.relay;

import org.jspecify.annotations.NullMarked;
