/// Micro-benchmarks of the parts that every byte passes: `./fsp jmh [REGEX]` runs them (docs/benchmarks.md).
@NullMarked
package org.fastsend.it.bench;

import org.jspecify.annotations.NullMarked;
