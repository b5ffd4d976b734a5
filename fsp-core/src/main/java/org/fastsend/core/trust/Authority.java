package org.fastsend.core.trust;

import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.EpochClock;

/// A federation's certificate authority: says who is a member, for a year each. Secret; immutable, thread-safe. Fails
/// with [FspException].
public final class Authority {
    /// The authority's private key, in its directory.
    public static final String KEY_FILE = "ca.key";

    private static final String CERTIFICATE_FILE = "ca.crt";

    private final Identity self;
    private final EpochClock clock;

    private Authority(Identity self, EpochClock clock) {
        this.self = self;
        this.clock = clock;
    }

    /// A new authority that lives in memory only, valid for ten years.
    public static Authority create(String name, EpochClock clock) {
        checkName(name);
        KeyPair pair = P256.generate();
        return new Authority(identity(pair, Certificates.authority(pair, name, now(clock))), clock);
    }

    /// A new authority, kept in `ca.crt` and `ca.key` (mode 0600) of a directory that is made if need be and holds
    /// neither yet.
    public static Authority create(Path directory, String name, EpochClock clock) {
        Authority authority = create(name, clock);
        MemberDirectory.createDirectory(directory);
        PemFile.privateKey(directory.resolve(KEY_FILE)).create(authority.self.pkcs8(), true);
        PemFile.certificate(directory.resolve(CERTIFICATE_FILE))
                .create(CertificateDer.encode(authority.certificate()), false);
        return authority;
    }

    /// The authority that a directory keeps.
    public static Authority load(Path directory, EpochClock clock) {
        X509Certificate certificate =
                MemberDirectory.certificate(PemFile.certificate(directory.resolve(CERTIFICATE_FILE)));
        byte[] key = PemFile.privateKey(directory.resolve(KEY_FILE)).read();
        try {
            Identity self = new Identity(P256.privateKey(key), new Federation(certificate, clock).authority());
            if (!self.fits()) {
                throw new TrustException(KEY_FILE + " is not the key of " + CERTIFICATE_FILE);
            }
            return new Authority(self, clock);
        } catch (TrustException e) {
            throw new FspException(ErrorCode.UNTRUSTED, directory + " is no authority: " + e.getMessage(), e);
        }
    }

    public X509Certificate certificate() {
        return self.certificate();
    }

    /// A new member with a key of its own.
    ///
    /// @param name 1 to 64 letters, digits, dots, dashes and underscores
    /// @param hosts host names and addresses under which ordinary TLS clients may reach it; often none
    public Identity issue(Role role, String name, List<String> hosts) {
        checkName(name);
        if (hosts.size() > Certificates.MAX_HOSTS) {
            throw new FspException(ErrorCode.USAGE, "a certificate lists at most " + Certificates.MAX_HOSTS + " hosts");
        }
        for (String host : hosts) {
            if (!Certificates.isHost(host)) {
                throw new FspException(ErrorCode.USAGE, "'" + host + "' is neither a host name nor an address");
            }
        }
        KeyPair pair = P256.generate();
        return identity(
                pair, Certificates.member(pair.getPublic(), new MemberName(role, name), hosts, self, now(clock)));
    }

    /// A new member, kept in a directory as `--federation` takes it: `ca.crt`, `node.crt` and `node.key` (mode 0600).
    public Identity issueInto(Path memberDirectory, Role role, String name, List<String> hosts) {
        Identity member = issue(role, name, hosts);
        new MemberDirectory(memberDirectory).create(certificate(), member);
        return member;
    }

    private static Identity identity(KeyPair pair, X509Certificate certificate) {
        try {
            return new Identity(pair.getPrivate(), certificate);
        } catch (TrustException e) {
            throw new IllegalStateException("a key of P-256 was made and is none", e);
        }
    }

    private static void checkName(String name) {
        if (!MemberName.isName(name)) {
            throw new FspException(
                    ErrorCode.USAGE,
                    "'" + name + "' is no name: 1 to 64 letters, digits, dots, dashes and underscores are");
        }
    }

    private static Instant now(EpochClock clock) {
        return Instant.ofEpochMilli(clock.millis());
    }
}
