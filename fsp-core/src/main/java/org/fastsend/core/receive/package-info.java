/// Runs a collector over real channels and disks: follows the manifest, fetches, opens, writes, until every file is
/// whole.
@NullMarked
package org.fastsend.core.receive;

import org.jspecify.annotations.NullMarked;
