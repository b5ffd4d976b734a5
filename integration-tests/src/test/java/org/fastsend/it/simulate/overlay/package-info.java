@NullMarked
package org.fastsend.it.simulate.overlay;

import org.jspecify.annotations.NullMarked;
