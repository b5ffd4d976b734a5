/// The part of the disk that a session may touch: a tree that no name, link or rename leads out of.
@NullMarked
package org.fastsend.server.files;

import org.jspecify.annotations.NullMarked;
