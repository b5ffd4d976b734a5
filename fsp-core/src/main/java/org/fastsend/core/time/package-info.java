/// Time as it comes in from outside: what a duration is measured with, and what a date is read from.
@NullMarked
package org.fastsend.core.time;

import org.jspecify.annotations.NullMarked;
