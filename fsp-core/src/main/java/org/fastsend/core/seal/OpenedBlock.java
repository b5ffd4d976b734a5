package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.util.List;
import org.fastsend.core.extent.Extent;

/// A block that was authenticated and decrypted.
///
/// @param number the block's number
/// @param extents what it holds, 1 to 4096, none empty
/// @param data the bytes of the extents that are no holes, in order, from position to limit; lent by the buffers it
///     was opened with, and given back by whoever opened it
public record OpenedBlock(int number, List<Extent> extents, ByteBuffer data) {}
