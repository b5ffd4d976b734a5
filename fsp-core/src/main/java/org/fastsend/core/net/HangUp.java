package org.fastsend.core.net;

import java.io.EOFException;
import java.net.SocketException;
import javax.net.ssl.SSLException;

/// The end of a connection within a TLS exchange, which comes as a failure of TLS but says nothing of trust.
public final class HangUp {
    private HangUp() {}

    /// Whether that is all that a failure says.
    public static boolean is(SSLException e) {
        return e.getCause() instanceof EOFException || e.getCause() instanceof SocketException;
    }
}
