/// Ranges of files, and how they are laid into blocks.
@NullMarked
package org.fastsend.core.extent;

import org.jspecify.annotations.NullMarked;
