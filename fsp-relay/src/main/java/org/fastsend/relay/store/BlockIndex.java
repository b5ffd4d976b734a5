package org.fastsend.relay.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.trust.ReceiptRoot;

/// Where the blocks of one transfer lie: arrays sorted by block number, 16 bytes and the checksum for each block.
/// Numbers come nearly in order, so adding is cheap; in any order it stays correct. Checksums are kept because the
/// receipt covers them and a release must not wait for a disk to read them all. Thread-safe.
final class BlockIndex {
    private int[] numbers = new int[16];
    private int[] lengths = new int[16];
    /// Segment in the high 32 bits, offset in the low ones.
    private long[] positions = new long[16];

    private byte[] checksums = new byte[0];
    private int checksumLength;
    private int size;
    private long bytes;

    /// Where a block lies.
    record Spot(int segment, long offset, int length) {}

    synchronized Optional<Spot> find(int number) {
        int at = Arrays.binarySearch(numbers, 0, size, number);
        return at < 0
                ? Optional.empty()
                : Optional.of(new Spot((int) (positions[at] >>> 32), positions[at] & 0xffffffffL, lengths[at]));
    }

    /// Whether a checksum of this length fits: all blocks of a transfer have the same.
    synchronized boolean accepts(int length) {
        return size == 0 || length == checksumLength;
    }

    /// Adds a block, or moves it; {@code checksum} is read from its position, which does not move.
    synchronized void put(int number, Spot spot, ByteBuffer checksum) {
        if (!accepts(checksum.remaining())) {
            throw new IllegalStateException("block " + number + " has a checksum of another length");
        }
        checksumLength = checksum.remaining();
        int found = Arrays.binarySearch(numbers, 0, size, number);
        int at = found < 0 ? -1 - found : found;
        if (found < 0) {
            insert(at, number);
        }
        bytes += spot.length() - lengths[at];
        lengths[at] = spot.length();
        positions[at] = (long) spot.segment() << 32 | spot.offset();
        checksum.get(checksum.position(), checksums, at * checksumLength, checksumLength);
    }

    synchronized int size() {
        return size;
    }

    /// Sealed bytes of all blocks.
    synchronized long bytes() {
        return bytes;
    }

    synchronized Holdings holdings() {
        ReceiptRoot root = new ReceiptRoot();
        for (int i = 0; i < size; i++) {
            root.add(numbers[i], ByteBuffer.wrap(checksums, i * checksumLength, checksumLength));
        }
        return new Holdings(size, bytes, root.finish());
    }

    /// Of these blocks alone, in ascending order, as far as they are here.
    synchronized Holdings holdings(List<Integer> blocks) {
        ReceiptRoot root = new ReceiptRoot();
        int held = 0;
        long heldBytes = 0;
        for (int block : blocks) {
            int at = Arrays.binarySearch(numbers, 0, size, block);
            if (at >= 0) {
                root.add(block, ByteBuffer.wrap(checksums, at * checksumLength, checksumLength));
                held++;
                heldBytes += lengths[at];
            }
        }
        return new Holdings(held, heldBytes, root.finish());
    }

    private void insert(int at, int number) {
        grow();
        System.arraycopy(numbers, at, numbers, at + 1, size - at);
        System.arraycopy(lengths, at, lengths, at + 1, size - at);
        System.arraycopy(positions, at, positions, at + 1, size - at);
        int from = at * checksumLength;
        System.arraycopy(checksums, from, checksums, from + checksumLength, size * checksumLength - from);
        numbers[at] = number;
        lengths[at] = 0;
        size++;
    }

    private void grow() {
        if (size == numbers.length) {
            int larger = Math.addExact(size, size / 2);
            numbers = Arrays.copyOf(numbers, larger);
            lengths = Arrays.copyOf(lengths, larger);
            positions = Arrays.copyOf(positions, larger);
        }
        if (checksums.length < numbers.length * checksumLength) {
            checksums = Arrays.copyOf(checksums, Math.multiplyExact(numbers.length, checksumLength));
        }
    }
}
