package org.fastsend.server.net;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Hands out the server's certificate, and remembers on which connections a session was being made with it: one that
/// continues an earlier session needs none. (To read a ticket the JDK asks for the certificate too, but then there
/// is no session in the making yet.) Thread-safe.
final class ShownCertificates extends X509ExtendedKeyManager {
    private final X509ExtendedKeyManager keys;
    private final Set<SSLEngine> shown = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    ShownCertificates(X509ExtendedKeyManager keys) {
        this.keys = keys;
    }

    boolean wasShownOn(SSLEngine engine) {
        return shown.contains(engine);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        if (engine != null && engine.getHandshakeSession() != null) {
            shown.add(engine);
        }
        return keys.chooseEngineServerAlias(keyType, issuers, engine);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return keys.chooseServerAlias(keyType, issuers, socket);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return keys.getServerAliases(keyType, issuers);
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[0];
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return keys.getCertificateChain(alias);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return keys.getPrivateKey(alias);
    }
}
