/// How fast a path is: sealed blocks from memory to memory over the very channels that transfers use, or from and
/// to either end's disk.
@NullMarked
package org.fastsend.client.bench;

import org.jspecify.annotations.NullMarked;
