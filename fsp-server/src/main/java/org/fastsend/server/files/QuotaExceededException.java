package org.fastsend.server.files;

import java.io.IOException;

/// A user has no more room.
public final class QuotaExceededException extends IOException {
    private static final long serialVersionUID = 1L;

    QuotaExceededException(long maxBytes) {
        super("your quota of " + maxBytes + " bytes is used up");
    }
}
