/// The control connection: bytes to lines and replies to bytes, on Netty, behind a plain blocking face.
@NullMarked
package org.fastsend.server.control;

import org.jspecify.annotations.NullMarked;
