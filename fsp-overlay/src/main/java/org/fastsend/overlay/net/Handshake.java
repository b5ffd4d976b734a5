package org.fastsend.overlay.net;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.HKDFParameterSpec;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Member;
import org.fastsend.core.trust.TrustException;

/// The two signed datagrams that give two members a pair of keys (docs/wire.md, "Overlay datagrams"). Each signs its
/// ephemeral key and certificate, the one who answers also what it answers to. Thread-safe.
final class Handshake {
    private static final String HELLO_CONTEXT = "fsp1 overlay hello";
    private static final String WELCOME_CONTEXT = "fsp1 overlay welcome";
    private static final String KEYS_INFO = "fsp1 overlay keys";
    private static final String CURVE = "X25519";

    private final Identity self;
    private final Federation federation;
    private final SecureRandom random;
    private final byte[] certificate;

    /// @throws FspException UNTRUSTED if the member's certificate is too long to be shown in a datagram
    Handshake(Identity self, Federation federation, SecureRandom random) {
        this.self = self;
        this.federation = federation;
        this.random = random;
        this.certificate = self.certificateDer();
        if (certificate.length > Datagram.MAX_CERTIFICATE_BYTES) {
            throw new FspException(
                    ErrorCode.UNTRUSTED,
                    "this member's certificate has " + certificate.length
                            + " bytes, and the overlay takes no more than " + Datagram.MAX_CERTIFICATE_BYTES
                            + "; issue it with fewer or shorter host names");
        }
    }

    /// A hello that waits for its welcome.
    record Begun(Datagram.Hello hello, KeyPair pair) {}

    /// Two members have agreed.
    ///
    /// @param send seals what goes to the peer
    /// @param receive opens what comes from it
    record Agreed(Member peer, int peerIndex, PairCipher send, PairCipher receive) {}

    /// An answer, and what was agreed by it.
    record Answered(Datagram.Welcome welcome, Agreed agreed) {}

    Begun begin(int index) {
        KeyPair pair = ephemeral();
        Datagram.Hello unsigned = new Datagram.Hello(index, pair.getPublic().getEncoded(), certificate, new byte[0]);
        byte[] signature = self.sign(HELLO_CONTEXT, unsigned.said());
        return new Begun(new Datagram.Hello(index, unsigned.key(), certificate, signature), pair);
    }

    /// Checks a hello and answers it.
    Answered answer(Datagram.Hello hello, int index) throws TrustException {
        Federation.Shown shown = federation.verifyShown(hello.certificate());
        if (!shown.key().verifies(hello.signature(), HELLO_CONTEXT, hello.said())) {
            throw new TrustException("the hello is not signed by whom it names");
        }
        KeyPair pair = ephemeral();
        Datagram.Welcome unsigned =
                new Datagram.Welcome(hello.index(), index, pair.getPublic().getEncoded(), certificate, new byte[0]);
        byte[] signature = self.sign(WELCOME_CONTEXT, hello.said(), unsigned.said());
        Datagram.Welcome welcome = new Datagram.Welcome(hello.index(), index, unsigned.key(), certificate, signature);
        byte[] keys = keys(pair, hello.key(), hello, welcome);
        return new Answered(welcome, new Agreed(shown.member(), hello.index(), cipher(keys, 1), cipher(keys, 0)));
    }

    /// Checks the welcome that answers a hello.
    Agreed finish(Begun begun, Datagram.Welcome welcome) throws TrustException {
        Federation.Shown shown = federation.verifyShown(welcome.certificate());
        if (!shown.key()
                .verifies(welcome.signature(), WELCOME_CONTEXT, begun.hello().said(), welcome.said())) {
            throw new TrustException("the welcome is not signed by whom it names");
        }
        byte[] keys = keys(begun.pair(), welcome.key(), begun.hello(), welcome);
        return new Agreed(shown.member(), welcome.index(), cipher(keys, 0), cipher(keys, 1));
    }

    private static PairCipher cipher(byte[] keys, int which) {
        int from = which * PairCipher.KEY_BYTES;
        return new PairCipher(Arrays.copyOfRange(keys, from, from + PairCipher.KEY_BYTES));
    }

    /// The key of whoever said hello, then that of whoever answered.
    private static byte[] keys(KeyPair own, byte[] other, Datagram.Hello hello, Datagram.Welcome welcome)
            throws TrustException {
        try {
            KeyAgreement agreement = KeyAgreement.getInstance(CURVE);
            agreement.init(own.getPrivate());
            agreement.doPhase(KeyFactory.getInstance(CURVE).generatePublic(new X509EncodedKeySpec(other)), true);
            ByteArrayOutputStream transcript = new ByteArrayOutputStream();
            transcript.writeBytes(hello.said());
            transcript.writeBytes(welcome.said());
            byte[] salt = MessageDigest.getInstance("SHA-256").digest(transcript.toByteArray());
            return KDF.getInstance("HKDF-SHA256")
                    .deriveData(HKDFParameterSpec.ofExtract()
                            .addIKM(agreement.generateSecret())
                            .addSalt(salt)
                            .thenExpand(
                                    KEYS_INFO.getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                                    2 * PairCipher.KEY_BYTES));
        } catch (GeneralSecurityException e) {
            throw new TrustException("no key can be agreed with the peer's", e);
        }
    }

    private KeyPair ephemeral() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(CURVE);
            generator.initialize(NamedParameterSpec.X25519, random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no X25519", e);
        }
    }
}
