/// The frames that two ends of a channel exchange, and their bytes (docs/wire.md, "Relay session"). Pure:
/// no I/O, no clock.
@NullMarked
package org.fastsend.core.wire;

import org.jspecify.annotations.NullMarked;
