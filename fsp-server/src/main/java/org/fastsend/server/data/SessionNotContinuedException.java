package org.fastsend.server.data;

import java.io.IOException;

/// The TLS of a data connection did not continue that of its control connection, where that is required.
public final class SessionNotContinuedException extends IOException {
    private static final long serialVersionUID = 1L;

    SessionNotContinuedException() {
        super("the data connection must resume the TLS session of the control connection");
    }
}
