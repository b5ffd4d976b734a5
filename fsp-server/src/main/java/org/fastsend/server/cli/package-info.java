/// The commands `fsp server` and `fsp user`.
@NullMarked
package org.fastsend.server.cli;

import org.jspecify.annotations.NullMarked;
