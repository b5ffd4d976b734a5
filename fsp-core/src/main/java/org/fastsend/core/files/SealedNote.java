package org.fastsend.core.files;

import java.util.List;
import org.fastsend.core.extent.Extent;

/// What a sender has to remember of a block that it sealed: enough to count it as placed in a later run
/// without reading its extents again. The lists have one element for each extent; arrays are never modified.
///
/// @param checksum the field that closes the sealed block: what a relay's receipt covers
/// @param good whether each extent's file was as the walk had seen it
public record SealedNote(int number, byte[] checksum, List<Extent> extents, List<byte[]> leaves, List<Boolean> good) {
    public SealedNote {
        extents = List.copyOf(extents);
        leaves = List.copyOf(leaves);
        good = List.copyOf(good);
        if (extents.size() != leaves.size() || extents.size() != good.size()) {
            throw new IllegalArgumentException("a leaf and an outcome belong to each extent");
        }
    }
}
