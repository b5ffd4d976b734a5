/// The collector: which block is fetched from which relay, until every block is held.
@NullMarked
package org.fastsend.core.collect;

import org.jspecify.annotations.NullMarked;
