/// Runs of the production machines in virtual time, and what must hold of them.
@NullMarked
package org.fastsend.it.simulate;

import org.jspecify.annotations.NullMarked;
