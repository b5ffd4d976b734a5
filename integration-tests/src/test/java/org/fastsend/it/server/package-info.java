/// The FTP server as a process of its own: its configuration, its signals, and real clients against strict settings.
@NullMarked
package org.fastsend.it.server;

import org.jspecify.annotations.NullMarked;
