package org.fastsend.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/// An Argon2id hash (RFC 9106) in the string form of the password hashing competition:
/// `$argon2id$v=19$m=KIB,t=PASSES,p=LANES$SALT$HASH`, both in base64 without padding.
///
/// @param memoryKib at most [#MAX_MEMORY_KIB], so that a users file cannot exhaust the server
public record PasswordHash(int memoryKib, int passes, int lanes, byte[] salt, byte[] hash) {
    public static final int MAX_MEMORY_KIB = 1 << 20;

    private static final int MAX_PASSES = 64;
    private static final int MAX_LANES = 16;
    private static final int MIN_BYTES = 8;
    private static final int MAX_BYTES = 64;

    /// What new passwords get: the smaller choice of RFC 9106 section 4, halved in memory as OWASP advises for
    /// servers.
    private static final int NEW_MEMORY_KIB = 19 << 10;

    private static final int NEW_PASSES = 2;
    private static final int NEW_LANES = 1;
    private static final int NEW_SALT_BYTES = 16;
    private static final int NEW_HASH_BYTES = 32;

    private static final Pattern FORM = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,2}),p=(\\d{1,2})\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

    public PasswordHash {
        if (memoryKib < 8 * lanes || memoryKib > MAX_MEMORY_KIB || passes < 1 || passes > MAX_PASSES) {
            throw new IllegalArgumentException("Argon2id parameters out of range");
        }
        if (lanes < 1 || lanes > MAX_LANES || !isSized(salt) || !isSized(hash)) {
            throw new IllegalArgumentException("Argon2id parameters out of range");
        }
    }

    /// Hashes a new password.
    public static PasswordHash of(String password, SecureRandom random) {
        byte[] salt = new byte[NEW_SALT_BYTES];
        random.nextBytes(salt);
        byte[] hash = new byte[NEW_HASH_BYTES];
        derive(password, NEW_MEMORY_KIB, NEW_PASSES, NEW_LANES, salt, hash);
        return new PasswordHash(NEW_MEMORY_KIB, NEW_PASSES, NEW_LANES, salt, hash);
    }

    /// A hash that no password has, as costly to refuse as a real one.
    static PasswordHash unmatched(SecureRandom random) {
        byte[] salt = new byte[NEW_SALT_BYTES];
        byte[] hash = new byte[NEW_HASH_BYTES];
        random.nextBytes(salt);
        random.nextBytes(hash);
        return new PasswordHash(NEW_MEMORY_KIB, NEW_PASSES, NEW_LANES, salt, hash);
    }

    /// Throws IllegalArgumentException on anything that is not such a hash.
    public static PasswordHash parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not an Argon2id hash like $argon2id$v=19$m=...,t=...,p=...$salt$hash");
        }
        return new PasswordHash(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)),
                Base64.getDecoder().decode(matcher.group(4)),
                Base64.getDecoder().decode(matcher.group(5)));
    }

    /// Whether this is the password. Slow and hungry on purpose.
    public boolean matches(String password) {
        byte[] computed = new byte[hash.length];
        derive(password, memoryKib, passes, lanes, salt, computed);
        return MessageDigest.isEqual(computed, hash);
    }

    private static void derive(String password, int memoryKib, int passes, int lanes, byte[] salt, byte[] into) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(memoryKib)
                .withIterations(passes)
                .withParallelism(lanes)
                .withSalt(salt)
                .build());
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), into);
    }

    private static boolean isSized(byte[] bytes) {
        return bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PasswordHash that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(hash);
    }

    @Override
    public String toString() {
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + memoryKib + ",t=" + passes + ",p=" + lanes + "$" + base64.encodeToString(salt)
                + "$" + base64.encodeToString(hash);
    }
}
