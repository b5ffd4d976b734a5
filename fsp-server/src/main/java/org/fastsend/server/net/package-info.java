/// What control and data connections share: the event loops and TLS.
@NullMarked
package org.fastsend.server.net;

import org.jspecify.annotations.NullMarked;
