/// What a transfer consists of and where its blocks are: a feed that grows while striping runs.
@NullMarked
package org.fastsend.core.manifest;

import org.jspecify.annotations.NullMarked;
