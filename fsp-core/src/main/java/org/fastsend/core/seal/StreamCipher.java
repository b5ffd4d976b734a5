package org.fastsend.core.seal;

import java.nio.ByteBuffer;

/// One direction of a data stream: AES-256-GCM over records that are counted, so that none can be altered, dropped,
/// repeated or moved (docs/wire.md, "Stream"). Both ends have one for each direction and use it to seal or to open.
/// Single-threaded.
public final class StreamCipher {
    public static final int KEY_BYTES = 32;
    public static final int TAG_BYTES = 16;
    /// After so many records the key gives way to the next.
    static final long RECORDS_PER_KEY = 1 << 20;

    private byte[] key;
    private PayloadCipher cipher;
    private long records;

    /// @param key {@link #KEY_BYTES} bytes that serve this direction of this stream alone
    public StreamCipher(byte[] key) {
        this(key, 0);
    }

    /// For tests: as if so many records, a multiple of {@link #RECORDS_PER_KEY} less a few, had gone under
    /// the first key.
    StreamCipher(byte[] key, long records) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("a stream's key has " + KEY_BYTES + " bytes, not " + key.length);
        }
        this.key = key.clone();
        this.cipher = PayloadCipher.aesGcm(this.key);
        this.records = records;
    }

    /// Seals the next record.
    ///
    /// @param length the record's length field as it goes before it, which is authenticated
    /// @param plain its position moves to its limit
    /// @param out heap buffer with room for {@link #TAG_BYTES} more; takes ciphertext and tag, its position
    ///     moves behind them
    /// @return bytes written
    public int seal(int length, ByteBuffer plain, ByteBuffer out) {
        int plainBytes = plain.remaining();
        int sealedBytes = cipher.sealedLength(plainBytes);
        if (out.remaining() < sealedBytes) {
            throw new IllegalArgumentException(sealedBytes + " bytes do not fit " + out.remaining());
        }
        out.duplicate().put(plain);
        cipher.seal(records, associated(length), out, plainBytes);
        countRecord();
        out.position(out.position() + sealedBytes);
        return sealedBytes;
    }

    /// Opens the next record, which fills {@code sealed}.
    ///
    /// @param length the record's length field as it came
    /// @param sealed heap buffer; its position moves to its limit
    /// @param into heap buffer with room for the plaintext; its position moves behind it
    /// @return bytes of plaintext
    /// @throws SealException if this is not the record that the other end sealed here; the stream is of no
    ///     more use
    public int open(int length, ByteBuffer sealed, ByteBuffer into) throws SealException {
        int sealedBytes = sealed.remaining();
        if (into.remaining() < sealedBytes - TAG_BYTES) {
            throw new IllegalArgumentException(sealedBytes + " sealed bytes do not fit " + into.remaining());
        }
        int plainBytes = cipher.open(records, associated(length), sealed, into);
        countRecord();
        sealed.position(sealed.limit());
        into.position(into.position() + plainBytes);
        return plainBytes;
    }

    private void countRecord() {
        records++;
        if (records % RECORDS_PER_KEY == 0) {
            key = Hkdf.expand(key, "fsp1 next", KEY_BYTES);
            cipher = PayloadCipher.aesGcm(key);
        }
    }

    private static byte[] associated(int length) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    }
}
