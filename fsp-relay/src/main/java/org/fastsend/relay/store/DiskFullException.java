package org.fastsend.relay.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The disk has no room for what was to be written, or would fall below the room that is to stay free.
public final class DiskFullException extends IOException {
    private static final long serialVersionUID = 1;

    public DiskFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
