/// How fast transfers may be, whatever carries them: bounds that lie within each other, and what holds a stream to its
/// part.
@NullMarked
package org.fastsend.core.net.rate;

import org.jspecify.annotations.NullMarked;
