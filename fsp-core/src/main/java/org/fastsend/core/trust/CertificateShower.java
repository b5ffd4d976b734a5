package org.fastsend.core.trust;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Shows the one certificate there is, whoever asks for which.
final class CertificateShower extends X509ExtendedKeyManager {
    private static final String ALIAS = "self";
    private static final String KEY_TYPE = "EC";

    private final PrivateKey key;
    private final X509Certificate certificate;

    CertificateShower(Identity self) {
        this.key = self.privateKey();
        this.certificate = self.certificate();
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(keyTypes);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(keyTypes);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(keyType);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(keyType);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return aliases(keyType);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return aliases(keyType);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {certificate};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }

    private static String[] aliases(String keyType) {
        return keyType.equals(KEY_TYPE) ? new String[] {ALIAS} : new String[0];
    }

    private static @Nullable String alias(String... keyTypes) {
        for (String keyType : keyTypes) {
            if (keyType.equals(KEY_TYPE)) {
                return ALIAS;
            }
        }
        return null;
    }
}
