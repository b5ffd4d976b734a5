/// The whole system on one machine: a throw-away federation of real processes, something to transfer, and a
/// comparison of what arrived.
@NullMarked
package org.fastsend.client.demo;

import org.jspecify.annotations.NullMarked;
