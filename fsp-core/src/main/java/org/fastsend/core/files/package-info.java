/// What server and client both do with a disk: walk a tree, read its extents, notice files that change, and on the
/// other side write, journal and deliver them. Links are never followed below a root.
@NullMarked
package org.fastsend.core.files;

import org.jspecify.annotations.NullMarked;
