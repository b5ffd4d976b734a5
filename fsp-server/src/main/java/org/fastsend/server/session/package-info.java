/// One client's session: who it is, where it stands, and the parameters of its next transfer.
@NullMarked
package org.fastsend.server.session;

import org.jspecify.annotations.NullMarked;
