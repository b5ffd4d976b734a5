/// What keeps blocks, manifest and streams secret and whole: keys, ciphers, compression (docs/wire.md, "Seal").
@NullMarked
package org.fastsend.core.seal;

import org.jspecify.annotations.NullMarked;
