/// Reliability apart from rate (docs/wire.md, "UDP"): what was sent under which packet number, what the
/// receiver's reports say about it, which packets are lost, and what the receiver tells and until when
/// it repeats it; and the code of repairs.
@NullMarked
package org.fastsend.core.recovery;

import org.jspecify.annotations.NullMarked;
