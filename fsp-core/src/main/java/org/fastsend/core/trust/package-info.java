/// Who is who: the federation's authority, its members' identities, capabilities and receipts.
@NullMarked
package org.fastsend.core.trust;

import org.jspecify.annotations.NullMarked;
