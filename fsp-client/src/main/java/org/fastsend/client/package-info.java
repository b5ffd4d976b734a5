/// The client: fetches, sends, evacuates and collects.
@NullMarked
package org.fastsend.client;

import org.jspecify.annotations.NullMarked;
