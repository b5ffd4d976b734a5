/// Runs a striper over real disks and channels: reads, seals, puts, publishes the manifest, until the sender is free.
@NullMarked
package org.fastsend.core.send;

import org.jspecify.annotations.NullMarked;
