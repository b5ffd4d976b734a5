/// Finding members that lie well for some hosts.
@NullMarked
package org.fastsend.overlay.query;

import org.jspecify.annotations.NullMarked;
