/// What Linux tells and does beyond what the JDK has methods for, by calls of its C library.
@NullMarked
package org.fastsend.core.net.linux;

import org.jspecify.annotations.NullMarked;
