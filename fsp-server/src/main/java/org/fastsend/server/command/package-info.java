/// The verbs of FTP, a small class each, and the loop that runs them.
@NullMarked
package org.fastsend.server.command;

import org.jspecify.annotations.NullMarked;
