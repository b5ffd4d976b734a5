/// The FSP verbs: striping, following and collecting, negotiated on the control connection.
@NullMarked
package org.fastsend.server.striping;

import org.jspecify.annotations.NullMarked;
