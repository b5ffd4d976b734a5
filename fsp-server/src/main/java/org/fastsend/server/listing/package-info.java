/// How directories and files are described to clients: `LIST` lines, MLSx facts, patterns and times.
@NullMarked
package org.fastsend.server.listing;

import org.jspecify.annotations.NullMarked;
