/// How every wire format spells its fields (docs/wire.md): integers, varints, byte strings, text.
@NullMarked
package org.fastsend.core.bytes;

import org.jspecify.annotations.NullMarked;
