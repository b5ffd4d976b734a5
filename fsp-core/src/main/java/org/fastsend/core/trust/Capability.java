package org.fastsend.core.trust;

import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;

/// A signed permission: what whoever holds one key may do on one relay for one transfer, and how long
/// (docs/wire.md, "Capability"). It proves something only once [#verify] has said so. No secret: without the holder's
/// key it is worth nothing.
///
/// @param relay key of the only relay that it is for
/// @param holder key of the only one who may use it
/// @param maxBytes sealed bytes that may be put under it, all sessions together
/// @param expiresEpochSeconds from this second on it is void
/// @param issuer certificate of the server or client that signed it
/// @param signature ECDSA in DER, never modified
public record Capability(
        TransferId transfer,
        KeyHash relay,
        KeyHash holder,
        Set<Verb> verbs,
        long maxBytes,
        long expiresEpochSeconds,
        X509Certificate issuer,
        byte[] signature) {
    /// Bytes of the longest encoding: the certificate is nearly all of it.
    public static final int MAX_BYTES = CertificateDer.MAX_BYTES + 512;

    private static final int VERSION = 1;
    private static final String CONTEXT = "fsp1 capability";

    public Capability {
        verbs = Set.copyOf(verbs);
        if (maxBytes < 0 || expiresEpochSeconds < 0) {
            throw new IllegalArgumentException("a capability's bounds are not negative");
        }
    }

    /// A capability that a server or client of the federation gives.
    public static Capability sign(
            Identity issuer,
            TransferId transfer,
            KeyHash relay,
            KeyHash holder,
            Set<Verb> verbs,
            long maxBytes,
            long expiresEpochSeconds) {
        var unsigned = new Capability(
                transfer, relay, holder, verbs, maxBytes, expiresEpochSeconds, issuer.certificate(), new byte[0]);
        return new Capability(
                transfer,
                relay,
                holder,
                verbs,
                maxBytes,
                expiresEpochSeconds,
                issuer.certificate(),
                issuer.sign(CONTEXT, unsigned.signedPart()));
    }

    public byte[] encode() {
        return new ByteWriter().raw(signedPart()).bytes(signature).toBytes();
    }

    /// Parses what a peer sent; nothing about it is true yet.
    public static Capability decode(byte[] bytes) throws TrustException {
        try {
            ByteReader in = new ByteReader(bytes);
            int version = in.u8();
            if (version != VERSION) {
                throw new TrustException("capability version " + version + " is not spoken here");
            }
            TransferId transfer = TransferId.read(ByteBuffer.wrap(in.raw(TransferId.LENGTH)));
            KeyHash relay = KeyHash.of(in.raw(KeyHash.LENGTH));
            KeyHash holder = KeyHash.of(in.raw(KeyHash.LENGTH));
            Set<Verb> verbs =
                    Verb.of(in.u8()).orElseThrow(() -> new TrustException("the capability has unknown verbs"));
            long maxBytes = in.u64();
            long expires = in.u64();
            X509Certificate issuer = CertificateDer.parse(in.bytes(CertificateDer.MAX_BYTES));
            byte[] signature = in.bytes(VerifyingKey.MAX_SIGNATURE_BYTES);
            in.end();
            return new Capability(transfer, relay, holder, verbs, maxBytes, expires, issuer, signature);
        } catch (MalformedBytesException e) {
            throw new TrustException("not a capability: " + e.getMessage(), e);
        }
    }

    /// What this capability grants on the relay whose key is `relay` to the peer whose key is `holder`, as its session
    /// proved it.
    ///
    /// @param relay the verifying relay's own key
    public Grant verify(Federation federation, KeyHash relay, KeyHash holder, long nowEpochSeconds)
            throws TrustException {
        if (!this.relay.equals(relay)) {
            throw new TrustException("the capability is for another relay");
        }
        if (!this.holder.equals(holder)) {
            throw new TrustException("the capability is another holder's");
        }
        if (nowEpochSeconds >= expiresEpochSeconds) {
            throw new TrustException("the capability expired at " + Instant.ofEpochSecond(expiresEpochSeconds));
        }
        Member member = federation.verify(issuer, nowEpochSeconds);
        if (member.role() == Role.RELAY) {
            throw new TrustException("a relay gives no capabilities: " + member);
        }
        if (!VerifyingKey.of(issuer).verifies(signature, CONTEXT, signedPart())) {
            throw new TrustException("the capability is not signed by " + member);
        }
        return new Grant(transfer, holder, member.key(), verbs, maxBytes, expiresEpochSeconds);
    }

    private byte[] signedPart() {
        ByteBuffer id = ByteBuffer.allocate(TransferId.LENGTH);
        transfer.write(id);
        return new ByteWriter()
                .u8(VERSION)
                .raw(id.array())
                .raw(relay.bytes())
                .raw(holder.bytes())
                .u8(Verb.bits(verbs))
                .i64(maxBytes)
                .i64(expiresEpochSeconds)
                .bytes(CertificateDer.encode(issuer))
                .toBytes();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Capability that && Arrays.equals(encode(), that.encode());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encode());
    }

    @Override
    public String toString() {
        return "Capability[" + transfer + " " + verbs + " of " + holder + " on " + relay + "]";
    }
}
