/// What every part of FSP shares: blocks, seals, manifests, the machines that move them, and their ports.
@NullMarked
package org.fastsend.core;

import org.jspecify.annotations.NullMarked;
