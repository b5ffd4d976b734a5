/// Relays that misbehave, for tests of what senders and collectors make of them.
@NullMarked
package org.fastsend.it.fault;

import org.jspecify.annotations.NullMarked;
