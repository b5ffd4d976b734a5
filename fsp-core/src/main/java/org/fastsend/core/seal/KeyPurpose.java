package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.fastsend.core.block.TransferId;

/// What a key of a transfer is for: no key serves two purposes or two ciphers (docs/wire.md, "Seal").
enum KeyPurpose {
    BLOCK("block"),
    MANIFEST("manifest"),
    PROOF("proof");

    private final String label;

    KeyPurpose(String label) {
        this.label = label;
    }

    /// The key for this purpose and cipher in one run of the sender.
    byte[] derive(TransferId transfer, TransferKey key, CipherSuite suite, SenderRun run) {
        ByteBuffer salt = ByteBuffer.allocate(TransferId.LENGTH);
        transfer.write(salt);
        String ofRun = run.equals(SenderRun.FIRST) ? "" : " " + HexFormat.of().toHexDigits(run.id());
        byte[] info = ("fsp1 " + label + " " + suite.label() + ofRun).getBytes(StandardCharsets.US_ASCII);
        return Hkdf.derive(key.bytes(), salt.array(), info, suite.keyBytes());
    }
}
