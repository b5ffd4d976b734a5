/// Telling others whom one knows.
@NullMarked
package org.fastsend.overlay.gossip;

import org.jspecify.annotations.NullMarked;
