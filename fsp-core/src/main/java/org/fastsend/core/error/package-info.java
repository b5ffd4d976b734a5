/// Failures that have a name: a person can do something about each of them.
@NullMarked
package org.fastsend.core.error;

import org.jspecify.annotations.NullMarked;
