/// The overlay node: a sans-IO machine that keeps its rings by gossip and answers queries.
@NullMarked
package org.fastsend.overlay.node;

import org.jspecify.annotations.NullMarked;
