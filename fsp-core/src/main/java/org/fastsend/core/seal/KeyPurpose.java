package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.fastsend.core.block.TransferId;

/** What a key of a transfer is for: no key serves two purposes or two ciphers (docs/wire.md, "Seal"). */
enum KeyPurpose {
    BLOCK("block"),
    MANIFEST("manifest"),
    PROOF("proof");

    private final String label;

    KeyPurpose(String label) {
        this.label = label;
    }

    /** The key for this purpose and cipher. */
    byte[] derive(TransferId transfer, TransferKey key, CipherSuite suite) {
        ByteBuffer salt = ByteBuffer.allocate(TransferId.LENGTH);
        transfer.write(salt);
        byte[] info = ("fsp1 " + label + " " + suite.label()).getBytes(StandardCharsets.US_ASCII);
        return Hkdf.derive(key.bytes(), salt.array(), info, suite.keyBytes());
    }
}
