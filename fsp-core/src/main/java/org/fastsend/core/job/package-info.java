/// What the drivers of both machines share: the queue that brings everything to one thread, and the process around
/// them.
@NullMarked
package org.fastsend.core.job;

import org.jspecify.annotations.NullMarked;
