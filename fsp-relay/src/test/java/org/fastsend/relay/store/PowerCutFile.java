package org.fastsend.relay.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;

/// The bytes of a file as its process sees them, and as they are on the disk. Guarded by its {@link PowerCutDisk}.
final class PowerCutFile {
    private static final int SECTOR_BYTES = 512;

    private byte[] now = new byte[0];
    private byte[] durable = new byte[0];
    private final BitSet dirty = new BitSet();

    int length() {
        return now.length;
    }

    void write(ByteBuffer from, int start) {
        int end = start + from.remaining();
        if (end > now.length) {
            now = Arrays.copyOf(now, end);
        }
        from.duplicate().get(now, start, from.remaining());
        dirty.set(start / SECTOR_BYTES, (end + SECTOR_BYTES - 1) / SECTOR_BYTES);
    }

    int read(ByteBuffer into, int start) {
        int length = Math.max(0, Math.min(into.remaining(), now.length - start));
        into.put(now, Math.min(start, now.length), length);
        return length;
    }

    void truncate(int size) {
        now = Arrays.copyOf(now, size);
        dirty.set(size / SECTOR_BYTES);
    }

    void force() {
        durable = Arrays.copyOf(durable, now.length);
        dirty.stream().forEach(sector -> copySector(now, durable, sector));
        dirty.clear();
    }

    /// The worst that a failed force can do: the length is durable, the bytes are not and count as clean.
    void failToForce() {
        durable = Arrays.copyOf(durable, now.length);
        dirty.clear();
    }

    /// Changes a byte that is on the disk.
    void flip(int offset) {
        now[offset] ^= 1;
        durable[offset] ^= 1;
    }

    /// What a power cut leaves of the file.
    PowerCutFile survivor(Random random) {
        int shortest = Math.min(now.length, durable.length);
        int longest = Math.max(now.length, durable.length);
        int size = switch (random.nextInt(3)) {
            case 0 -> durable.length;
            case 1 -> now.length;
            default -> shortest + random.nextInt(longest - shortest + 1);
        };
        int lossPercent = random.nextInt(101);
        PowerCutFile survivor = new PowerCutFile();
        survivor.now = Arrays.copyOf(durable, size);
        for (int sector = 0; sector * SECTOR_BYTES < size; sector++) {
            if (dirty.get(sector) && random.nextInt(100) >= lossPercent) {
                copySector(now, survivor.now, sector);
            }
        }
        survivor.durable = survivor.now.clone();
        return survivor;
    }

    private static void copySector(byte[] from, byte[] to, int sector) {
        int start = sector * SECTOR_BYTES;
        int end = Math.min(start + SECTOR_BYTES, Math.min(from.length, to.length));
        if (start < end) {
            System.arraycopy(from, start, to, start, end - start);
        }
    }
}
