/// What the server says on the control connection: codes with names, and text that cannot break out of its line.
@NullMarked
package org.fastsend.server.reply;

import org.jspecify.annotations.NullMarked;
