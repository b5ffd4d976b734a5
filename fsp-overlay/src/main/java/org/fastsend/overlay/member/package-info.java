/// Who is alive: SWIM with Lifeguard, for the members that a node knows.
@NullMarked
package org.fastsend.overlay.member;

import org.jspecify.annotations.NullMarked;
