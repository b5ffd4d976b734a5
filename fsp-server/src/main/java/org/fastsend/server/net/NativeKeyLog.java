package org.fastsend.server.net;

import io.netty.handler.ssl.ReferenceCountedOpenSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.internal.tcnative.KeyLogCallback;
import io.netty.internal.tcnative.SSLContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// The log of keys of BoringSSL's connections, each line as NSS writes them, with the connection whose it is.
final class NativeKeyLog {
    /// Netty has the log behind a pointer that it shows to its own heirs only.
    private static final VarHandle POINTER;

    static {
        try {
            POINTER = MethodHandles.privateLookupIn(ReferenceCountedOpenSslContext.class, MethodHandles.lookup())
                    .findVarHandle(ReferenceCountedOpenSslContext.class, "ctx", long.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("another Netty than this was made for", e);
        }
    }

    private NativeKeyLog() {}

    /// Has a context, not in use yet, tell the keys of its connections, in the threads of their handshakes.
    static void of(SslContext context, KeyLogCallback reader) {
        SSLContext.setKeyLogCallback((long) POINTER.get((ReferenceCountedOpenSslContext) context), reader);
    }
}
