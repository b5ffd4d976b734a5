package org.fastsend.core.files;

import java.util.List;

/// What one commit achieved.
///
/// @param blocks numbers of the blocks that would now survive a power cut
/// @param withheld files that are complete, or will get no further, and are not delivered
public record Commit(List<Integer> blocks, List<WithheldFile> withheld) {}
