package org.fastsend.overlay.net;

import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.overlay.message.MessageCodec;

/// What one datagram of the overlay carries (docs/wire.md, "Overlay datagrams"). The first byte tells it from
/// datagrams of other protocols on the same port.
sealed interface Datagram {
    /// First bytes of the overlay's datagrams; others begin with less.
    int BARE = 0xF0;

    int HELLO = 0xF1;
    int WELCOME = 0xF2;
    int SEALED = 0xF3;

    int VERSION = 1;
    /// Bytes of an X25519 key's SubjectPublicKeyInfo.
    int KEY_BYTES = 44;
    /// A hello is padded to the longest welcome, so that nobody can make a member send more than it got.
    int HELLO_BYTES = 1200;

    int SEALED_OVERHEAD = 1 + Integer.BYTES + Long.BYTES + PairCipher.TAG_BYTES;
    int MAX_BYTES = Math.max(HELLO_BYTES, MessageCodec.MAX_LENGTH + SEALED_OVERHEAD);
    int MAX_CERTIFICATE_BYTES = 1000;
    int MAX_SIGNATURE_BYTES = 80;

    /// A probe or its answer: in the clear, since it says nothing.
    record Bare(byte[] message) implements Datagram {}

    /// Opens a session.
    ///
    /// @param index by which its sender wants to be addressed
    record Hello(int index, byte[] key, byte[] certificate, byte[] signature) implements Datagram {
        /// What is signed.
        byte[] said() {
            ByteWriter out = new ByteWriter();
            out.u32(Integer.toUnsignedLong(index));
            out.raw(key);
            out.bytes(certificate);
            return out.toBytes();
        }
    }

    /// Answers a hello.
    ///
    /// @param to the index of the hello
    record Welcome(int to, int index, byte[] key, byte[] certificate, byte[] signature) implements Datagram {
        byte[] said() {
            ByteWriter out = new ByteWriter();
            out.u32(Integer.toUnsignedLong(to));
            out.u32(Integer.toUnsignedLong(index));
            out.raw(key);
            out.bytes(certificate);
            return out.toBytes();
        }
    }

    /// A message within a session.
    ///
    /// @param to the receiver's index of the session
    record Sealed(int to, long counter, byte[] sealed) implements Datagram {}

    default byte[] encode() {
        ByteWriter out = new ByteWriter();
        switch (this) {
            case Bare bare -> {
                out.u8(BARE);
                out.raw(bare.message());
            }
            case Hello hello -> {
                out.u8(HELLO);
                out.u8(VERSION);
                out.raw(hello.said());
                out.bytes(hello.signature());
                out.raw(new byte[Math.max(0, HELLO_BYTES - out.length())]);
            }
            case Welcome welcome -> {
                out.u8(WELCOME);
                out.u8(VERSION);
                out.raw(welcome.said());
                out.bytes(welcome.signature());
            }
            case Sealed sealed -> {
                out.u8(SEALED);
                out.u32(Integer.toUnsignedLong(sealed.to()));
                out.i64(sealed.counter());
                out.raw(sealed.sealed());
            }
        }
        return out.toBytes();
    }

    static Datagram decode(byte[] bytes) throws MalformedBytesException {
        if (bytes.length > MAX_BYTES) {
            throw new MalformedBytesException("a datagram of " + bytes.length + " bytes");
        }
        ByteReader in = new ByteReader(bytes);
        int kind = in.u8();
        return switch (kind) {
            case BARE -> new Bare(in.rest());
            case HELLO -> {
                if (bytes.length < HELLO_BYTES) {
                    throw new MalformedBytesException("a hello of " + bytes.length + " bytes");
                }
                checkVersion(in.u8());
                yield new Hello(
                        (int) in.u32(),
                        in.raw(KEY_BYTES),
                        in.bytes(MAX_CERTIFICATE_BYTES),
                        in.bytes(MAX_SIGNATURE_BYTES));
            }
            case WELCOME -> {
                checkVersion(in.u8());
                yield new Welcome(
                        (int) in.u32(),
                        (int) in.u32(),
                        in.raw(KEY_BYTES),
                        in.bytes(MAX_CERTIFICATE_BYTES),
                        in.bytes(MAX_SIGNATURE_BYTES));
            }
            case SEALED -> new Sealed((int) in.u32(), in.i64(), in.rest());
            default -> throw new MalformedBytesException("no datagram begins with " + kind);
        };
    }

    private static void checkVersion(int version) throws MalformedBytesException {
        if (version != VERSION) {
            throw new MalformedBytesException("version " + version + " of the overlay is not spoken here");
        }
    }
}
