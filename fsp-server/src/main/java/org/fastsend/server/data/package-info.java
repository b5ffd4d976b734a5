/// Data connections: passive ports, active connections, and moving bytes over them, behind a plain blocking face.
@NullMarked
package org.fastsend.server.data;

import org.jspecify.annotations.NullMarked;
