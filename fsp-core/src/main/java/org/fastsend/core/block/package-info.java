/// The unit of striping: its outer header, its checksum, and the sealed form that relays keep.
@NullMarked
package org.fastsend.core.block;

import org.jspecify.annotations.NullMarked;
