/// What a person or a script learns of a transfer: a line that moves while it runs, and how it ended, as
/// text or JSON.
@NullMarked
package org.fastsend.client.progress;

import org.jspecify.annotations.NullMarked;
