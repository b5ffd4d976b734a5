/// The striper: which sealed block goes to which target, until every block is stored off the sender.
@NullMarked
package org.fastsend.core.stripe;

import org.jspecify.annotations.NullMarked;
