/// Which members to keep of many: those that lie farthest from each other.
@NullMarked
package org.fastsend.overlay.diversity;

import org.jspecify.annotations.NullMarked;
