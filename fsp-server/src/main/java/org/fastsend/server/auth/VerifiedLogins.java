package org.fastsend.server.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Remembers in memory which passwords were verified, so that only the first login pays for Argon2id. What it keeps
/// is an HMAC under a key that never leaves this object, over name, stored hash and password: a changed password is
/// forgotten by itself. Keeps the [#MAX_REMEMBERED] used last. Thread-safe.
final class VerifiedLogins {
    static final int MAX_REMEMBERED = 10_000;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final SecretKeySpec key;
    private final Map<ByteBuffer, Boolean> remembered = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Boolean> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    VerifiedLogins(SecureRandom random) {
        byte[] bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        key = new SecretKeySpec(bytes, ALGORITHM);
    }

    boolean knows(UsersFile.Account account, String password) {
        ByteBuffer proof = proof(account, password);
        synchronized (remembered) {
            return remembered.get(proof) != null;
        }
    }

    void remember(UsersFile.Account account, String password) {
        ByteBuffer proof = proof(account, password);
        synchronized (remembered) {
            remembered.put(proof, true);
        }
    }

    private ByteBuffer proof(UsersFile.Account account, String password) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            // Neither a name nor a hash contains a colon, so the three parts cannot be cut differently.
            mac.update((account.user().name() + ':' + account.password() + ':').getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(mac.doFinal(password.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has " + ALGORITHM, e);
        }
    }
}
