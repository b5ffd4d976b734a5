package org.fastsend.core.manifest;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.SenderRun;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.TrustException;
import org.fastsend.core.trust.VerifyingKey;

/// Records as the bytes inside a sealed entry (docs/wire.md, "Manifest feed"). Even opened bytes are hostile:
/// who holds a transfer's key is not thereby somebody who may write anywhere on the receiver's disk.
final class RecordCodec {
    static final int VERSION = 1;

    private static final int BEGIN = 1;
    private static final int FILE = 2;
    private static final int CLOSED = 3;
    private static final int RELAY = 4;
    private static final int REPLACED = 5;
    private static final int FINAL = 6;
    private static final int RESUMED = 7;
    private static final int UNNEEDED = 8;

    private RecordCodec() {}

    static byte[] encode(List<ManifestRecord> records) {
        ByteWriter out = new ByteWriter();
        records.forEach(record -> encode(record, out));
        return out.toBytes();
    }

    static void encode(ManifestRecord record, ByteWriter out) {
        switch (record) {
            case ManifestRecord.Begin begin -> encode(begin, out);
            case ManifestRecord.FileOpened file -> encode(file, out);
            case ManifestRecord.FileClosed closed ->
                out.u8(CLOSED).varint(closed.file()).u8(closed.outcome().code()).raw(closed.digest());
            case ManifestRecord.RelayNamed relay ->
                out.u8(RELAY)
                        .varint(relay.relay())
                        .text(relay.name())
                        .text(relay.host())
                        .u16(relay.port())
                        .raw(relay.key().bytes())
                        .bytes(relay.readCapability());
            case ManifestRecord.BlockReplaced replaced ->
                out.u8(REPLACED).varint(replaced.oldBlock()).varint(replaced.newBlock());
            case ManifestRecord.Resumed(int firstBlock, SenderRun run) ->
                out.u8(RESUMED).varint(firstBlock).i64(run.id());
            case ManifestRecord.BlocksUnneeded(int firstBlock, int count) ->
                out.u8(UNNEEDED).varint(firstBlock).varint(count);
            case ManifestRecord.Final last ->
                out.u8(FINAL)
                        .varint(last.blocks())
                        .varint(last.files())
                        .varint(last.bytes())
                        .u8(last.copies());
        }
    }

    private static void encode(ManifestRecord.Begin begin, ByteWriter out) {
        out.u8(BEGIN)
                .u8(VERSION)
                .u8(begin.cipher().code())
                .u8(begin.checksum().code())
                .varint(begin.extentBytes())
                .varint(begin.startedEpochMillis())
                .text(begin.rootName())
                .bytes(begin.sender().encode());
    }

    private static void encode(ManifestRecord.FileOpened file, ByteWriter out) {
        out.u8(FILE)
                .varint(file.file())
                .u8(file.kind().code())
                .text(file.path())
                .varint(file.size())
                .i64(file.modifiedNanos())
                .u16(file.mode());
        if (file.kind() == FileKind.LINK) {
            out.text(file.linkTarget());
        }
    }

    static List<ManifestRecord> decode(byte[] bytes) throws ManifestFormatException {
        ByteReader in = new ByteReader(bytes);
        List<ManifestRecord> records = new ArrayList<>();
        try {
            while (in.remaining() > 0) {
                records.add(decode(in));
            }
        } catch (MalformedBytesException | TrustException | IllegalArgumentException e) {
            throw new ManifestFormatException("record " + records.size() + ": " + e.getMessage(), e);
        }
        return List.copyOf(records);
    }

    private static ManifestRecord decode(ByteReader in) throws MalformedBytesException, TrustException {
        int type = in.u8();
        return switch (type) {
            case BEGIN -> begin(in);
            case FILE -> file(in);
            case CLOSED ->
                new ManifestRecord.FileClosed(
                        in.count(),
                        FileOutcome.of(in.u8()).orElseThrow(() -> unknown("outcome")),
                        in.raw(ManifestRecord.FileClosed.DIGEST_BYTES));
            case RELAY ->
                new ManifestRecord.RelayNamed(
                        in.count(),
                        in.text(ManifestRecord.MAX_NAME_BYTES),
                        in.text(ManifestRecord.MAX_NAME_BYTES),
                        in.u16(),
                        KeyHash.of(in.raw(KeyHash.LENGTH)),
                        in.bytes(Capability.MAX_BYTES));
            case REPLACED -> new ManifestRecord.BlockReplaced(in.count(), in.count());
            case RESUMED -> new ManifestRecord.Resumed(in.count(), new SenderRun(in.i64()));
            case UNNEEDED -> new ManifestRecord.BlocksUnneeded(in.count(), in.count());
            case FINAL -> new ManifestRecord.Final(in.count(), in.count(), in.varint(), in.u8());
            default -> throw unknown("record type " + type);
        };
    }

    private static ManifestRecord begin(ByteReader in) throws MalformedBytesException, TrustException {
        int version = in.u8();
        if (version != VERSION) {
            throw new MalformedBytesException("manifest version " + version + " is not spoken here");
        }
        return new ManifestRecord.Begin(
                CipherSuite.of(in.u8()).orElseThrow(() -> unknown("cipher")),
                ChecksumAlgorithm.of(in.u8()).orElseThrow(() -> unknown("checksum algorithm")),
                in.count(),
                in.varint(),
                in.text(RelativePath.MAX_COMPONENT_BYTES),
                VerifyingKey.decode(in.bytes(VerifyingKey.MAX_BYTES)));
    }

    private static ManifestRecord file(ByteReader in) throws MalformedBytesException {
        int number = in.count();
        FileKind kind = FileKind.of(in.u8()).orElseThrow(() -> unknown("kind of file"));
        return new ManifestRecord.FileOpened(
                number,
                kind,
                in.text(RelativePath.MAX_BYTES),
                in.varint(),
                in.i64(),
                in.u16(),
                kind == FileKind.LINK ? in.text(RelativePath.MAX_BYTES) : "");
    }

    private static MalformedBytesException unknown(String what) {
        return new MalformedBytesException("unknown " + what);
    }
}
