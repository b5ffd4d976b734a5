/// Takes data away from here: over relays to a server, to relays alone, or to any FTP server.
@NullMarked
package org.fastsend.client.sending;

import org.jspecify.annotations.NullMarked;
