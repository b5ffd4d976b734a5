/// The transfers that run on this host and how fast they may be: a registry in each process that transfers, and a
/// socket of the user's own by which `fsp transfers` reaches them all.
@NullMarked
package org.fastsend.core.control;

import org.jspecify.annotations.NullMarked;
