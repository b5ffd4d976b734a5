/// How long a relay promises to keep a transfer, and for whom.
@NullMarked
package org.fastsend.relay.lease;

import org.jspecify.annotations.NullMarked;
