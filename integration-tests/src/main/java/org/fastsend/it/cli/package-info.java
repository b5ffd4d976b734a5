/// Commands for people who develop FSP.
@NullMarked
package org.fastsend.it.cli;

import org.jspecify.annotations.NullMarked;
