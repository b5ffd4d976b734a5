/// The whole system, tested, simulated and measured.
@NullMarked
package org.fastsend.it;

import org.jspecify.annotations.NullMarked;
