/// What happens during a transfer, as values: the edges turn them into progress, reports and logs.
@NullMarked
package org.fastsend.core.event;

import org.jspecify.annotations.NullMarked;
