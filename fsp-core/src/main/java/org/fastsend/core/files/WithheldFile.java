package org.fastsend.core.files;

import org.fastsend.core.error.ErrorCode;

/// Something that does not appear in the destination under its name, or not as it should, and why.
///
/// @param path relative to the destination, as the manifest names it
/// @param code SOURCE_CHANGED (it changed while the sender read it), MISSING_PATH (the sender could not read it),
///     INTEGRITY (it does not match its digest, or is incomplete) or NOT_WRITABLE (something is in the way here)
/// @param reason one line for a person, without the path
public record WithheldFile(String path, ErrorCode code, String reason) {}
