/// The record of what was transferred, by whom and how it ended: for syslog, for the tools that read xferlog, and as
/// JSON.
@NullMarked
package org.fastsend.server.log;

import org.jspecify.annotations.NullMarked;
