/// The control connection: bytes to lines and replies to bytes, by plain blocking calls.
@NullMarked
package org.fastsend.server.control;

import org.jspecify.annotations.NullMarked;
