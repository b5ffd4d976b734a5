package org.fastsend.core.trust;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// A key of one's own, and what shows whose it is: what a process proves itself with. Secret; immutable, thread-safe.
/// [#toString] tells only the hash of the public key.
public final class Identity {
    private final KeyPair pair;
    private final VerifyingKey verifyingKey;
    private final Optional<X509Certificate> issued;

    private Identity(KeyPair pair, Optional<X509Certificate> issued) throws TrustException {
        this.pair = pair;
        this.verifyingKey = VerifyingKey.of(pair.getPublic());
        this.issued = issued;
    }

    /// A member's: a certificate that an authority issued and the key that it names.
    Identity(PrivateKey key, X509Certificate issued) throws TrustException {
        this(new KeyPair(issued.getPublicKey(), key), Optional.of(issued));
    }

    /// A fresh key that no authority knows: for the holder of a ticket.
    public static Identity ephemeral() {
        try {
            return new Identity(P256.generate(), Optional.empty());
        } catch (TrustException e) {
            throw new IllegalStateException("a key of P-256 was made and is none", e);
        }
    }

    /// The identity of a ticket's holder, from the key that the ticket carries.
    public static Identity ofPkcs8(byte[] pkcs8) throws TrustException {
        return new Identity(P256.pair(pkcs8), Optional.empty());
    }

    /// Reads a member's directory, `node.crt` and `node.key`. Fails with [FspException].
    public static Identity load(Path memberDirectory) {
        MemberDirectory directory = new MemberDirectory(memberDirectory);
        X509Certificate certificate = directory.certificate();
        try {
            Identity member = new Identity(P256.privateKey(directory.privateKey()), certificate);
            if (!member.fits()) {
                throw new TrustException("its certificate names another key");
            }
            return member;
        } catch (TrustException e) {
            throw new FspException(
                    ErrorCode.UNTRUSTED,
                    memberDirectory + " holds no usable key: " + e.getMessage() + "; issue it anew with 'fsp ca issue'",
                    e);
        }
    }

    /// Whether the two halves of the key belong together.
    boolean fits() {
        return verifyingKey.verifies(sign("fsp1 fits"), "fsp1 fits");
    }

    /// The certificate to show; a holder without one gets a fresh one each time that its own key signs, made only here
    /// because most holders never open a session.
    public X509Certificate certificate() {
        return issued.orElseGet(() -> Certificates.selfSigned(pair));
    }

    /// The same in DER.
    public byte[] certificateDer() {
        return CertificateDer.encode(certificate());
    }

    public VerifyingKey verifyingKey() {
        return verifyingKey;
    }

    public KeyHash keyHash() {
        return verifyingKey.hash();
    }

    /// The private key, for a ticket.
    public byte[] pkcs8() {
        return privateKey().getEncoded();
    }

    /// Signs ECDSA with SHA-256 over the context's ASCII and the parts one behind the other. The context says what is
    /// signed, such as `fsp1 capability`, so that a signature for one purpose never serves another; the caller sees
    /// to it that the parts cannot be cut differently.
    public byte[] sign(String context, byte[]... parts) {
        try {
            Signature signer = Signature.getInstance(VerifyingKey.ALGORITHM);
            signer.initSign(privateKey());
            signer.update(context.getBytes(StandardCharsets.US_ASCII));
            for (byte[] part : parts) {
                signer.update(part);
            }
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java signs no ECDSA", e);
        }
    }

    PrivateKey privateKey() {
        return pair.getPrivate();
    }

    @Override
    public String toString() {
        return "Identity[" + keyHash() + "]";
    }
}
