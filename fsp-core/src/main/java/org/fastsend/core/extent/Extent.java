package org.fastsend.core.extent;

/// A contiguous range of one file. Files are cut at multiples of the transfer's extent size, so an extent is also one
/// leaf of its file's digest tree: leaf index = offset / extentSize, and a file smaller than that is one extent.
///
/// @param file number of the file in the manifest, from 0
/// @param offset first byte, a multiple of the transfer's extent size
/// @param length bytes; 0 only for an empty range that is never striped
/// @param hole every byte is zero and none travels: the receiver leaves a hole
public record Extent(int file, long offset, int length, boolean hole) {
    public Extent {
        if (file < 0 || offset < 0 || length < 0 || offset > Long.MAX_VALUE - length) {
            throw new IllegalArgumentException("extent out of range: file " + file + " " + offset + "+" + length);
        }
    }

    /// Bytes of this extent that a block's data carries.
    public int dataLength() {
        return hole ? 0 : length;
    }
}
