/// The one entry of every `fsp` process: finds the command, runs it, and turns its end into an exit code.
@NullMarked
package org.fastsend.core.cli;

import org.jspecify.annotations.NullMarked;
