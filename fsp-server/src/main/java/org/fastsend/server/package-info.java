/// The FTP server, and the server's side of striping.
@NullMarked
package org.fastsend.server;

import org.jspecify.annotations.NullMarked;
