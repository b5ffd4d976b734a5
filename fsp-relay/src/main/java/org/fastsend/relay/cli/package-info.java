/// The command {@code fsp relay}.
@NullMarked
package org.fastsend.relay.cli;

import org.jspecify.annotations.NullMarked;
