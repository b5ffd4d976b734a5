package org.fastsend.server.data;

import java.io.IOException;

/// No data connection came about, or none that may be used: nothing was transferred.
public final class NoDataConnection extends IOException {
    private static final long serialVersionUID = 1L;

    NoDataConnection(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
