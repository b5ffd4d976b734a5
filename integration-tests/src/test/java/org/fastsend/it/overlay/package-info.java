/// The overlay of real relay processes: formed through one of them, asked by senders, and losing members.
@NullMarked
package org.fastsend.it.overlay;

import org.jspecify.annotations.NullMarked;
