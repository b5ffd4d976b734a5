/// Real processes on loopback, started through the one JVM entry, for the tests that kill them.
@NullMarked
package org.fastsend.it.cluster;

import org.jspecify.annotations.NullMarked;
