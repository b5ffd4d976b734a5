/// What overlay nodes tell each other, as records and as bytes (docs/wire.md, "Overlay").
@NullMarked
package org.fastsend.overlay.message;

import org.jspecify.annotations.NullMarked;
