/// How much a relay takes in, all transfers together.
@NullMarked
package org.fastsend.relay.admission;

import org.jspecify.annotations.NullMarked;
