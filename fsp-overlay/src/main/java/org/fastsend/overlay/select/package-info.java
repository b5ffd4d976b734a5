/// Which relays a stripe uses: the set to begin with, and what changes while it runs. Pure: measurements in, decisions
/// out.
@NullMarked
package org.fastsend.overlay.select;

import org.jspecify.annotations.NullMarked;
