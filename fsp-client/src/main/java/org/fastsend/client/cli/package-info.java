/// The client's commands: they read the options, wire the parts together, and say what came of it.
@NullMarked
package org.fastsend.client.cli;

import org.jspecify.annotations.NullMarked;
