/// Brings data here: striped by a server, left on relays, or from any FTP server.
@NullMarked
package org.fastsend.client.collecting;

import org.jspecify.annotations.NullMarked;
