package org.fastsend.core.files;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.manifest.FileKind;

/// The entries of a walk by file number, kept on disk: [ExtentReader] asks it which file an extent belongs to.
/// Memory holds the roots' directories only. Thread-safe.
public final class SourceTable implements Closeable {
    private final SpoolTable spool;
    private final List<AnchoredPath> bases = new ArrayList<>();

    /// Opens an empty table whose temporary files lie in `directory`.
    public SourceTable(Path directory) {
        this.spool = new SpoolTable(directory);
    }

    /// Appends an entry and returns its file number, from 0.
    public synchronized int add(SourceEntry entry) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(baseIndex(entry.base()));
            write(out, entry.relativePath());
            out.writeByte(entry.kind().code());
            out.writeLong(entry.size());
            out.writeLong(entry.modifiedNanos());
            out.writeShort(entry.mode());
            write(out, entry.linkTarget());
            out.writeLong(entry.identity());
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return spool.add(bytes.toByteArray());
    }

    public SourceEntry get(int file) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(spool.get(file)))) {
            return new SourceEntry(
                    base(in.readInt()),
                    read(in),
                    FileKind.of(in.readByte()).orElseThrow(),
                    in.readLong(),
                    in.readLong(),
                    in.readUnsignedShort(),
                    read(in),
                    in.readLong());
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
    }

    public int size() {
        return spool.size();
    }

    @Override
    public void close() {
        spool.close();
    }

    private int baseIndex(AnchoredPath base) {
        int last = bases.size() - 1;
        if (last < 0 || !bases.get(last).equals(base)) {
            bases.add(base);
            last++;
        }
        return last;
    }

    private synchronized AnchoredPath base(int index) {
        return bases.get(index);
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    private static String read(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}
