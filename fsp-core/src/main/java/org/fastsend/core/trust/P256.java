package org.fastsend.core.trust;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import org.bouncycastle.jce.ECNamedCurveTable;

/// Keys on the curve P-256, the only ones that FSP signs with.
final class P256 {
    /// Bytes of a SubjectPublicKeyInfo or PKCS#8 that are worth parsing; real ones have some 90 and 150.
    static final int MAX_ENCODED_BYTES = 512;

    private static final String CURVE = "secp256r1";

    private P256() {}

    static KeyPair generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(CURVE));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java makes no P-256 keys", e);
        }
    }

    /// Parses a SubjectPublicKeyInfo in the one form that its key encodes to, so that a hash names one key.
    static PublicKey publicKey(byte[] subjectPublicKeyInfo) throws TrustException {
        try {
            PublicKey key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(subjectPublicKeyInfo));
            if (Arrays.equals(key.getEncoded(), subjectPublicKeyInfo)) {
                return checked(key);
            }
            throw new TrustException("not a public key in its usual form");
        } catch (GeneralSecurityException e) {
            throw new TrustException("not a public key", e);
        }
    }

    /// The key, if it is a point of this curve.
    static PublicKey checked(PublicKey key) throws TrustException {
        if (key instanceof ECPublicKey ec && isCurve(ec.getParams()) && isOnCurve(ec.getW(), ec.getParams())) {
            return key;
        }
        throw new TrustException("the key is not one of P-256");
    }

    static ECPrivateKey privateKey(byte[] pkcs8) throws TrustException {
        try {
            var key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            if (key instanceof ECPrivateKey secret && isCurve(secret.getParams())) {
                return secret;
            }
            throw new TrustException("the private key is not one of P-256");
        } catch (GeneralSecurityException e) {
            // No cause: its message might quote the key.
            throw new TrustException("not a private key");
        }
    }

    /// The pair of a private key: PKCS#8 holds the private half only.
    static KeyPair pair(byte[] pkcs8) throws TrustException {
        ECPrivateKey secret = privateKey(pkcs8);
        try {
            ECPoint point = multiplyBase(secret.getS(), secret.getParams().getOrder());
            var spec = new ECPublicKeySpec(point, secret.getParams());
            return new KeyPair(KeyFactory.getInstance("EC").generatePublic(spec), secret);
        } catch (GeneralSecurityException e) {
            throw new TrustException("not a private key");
        }
    }

    private static ECPoint multiplyBase(BigInteger factor, BigInteger order) throws InvalidKeySpecException {
        if (factor.signum() <= 0 || factor.compareTo(order) >= 0) {
            throw new InvalidKeySpecException("out of range");
        }
        var point = ECNamedCurveTable.getParameterSpec(CURVE)
                .getG()
                .multiply(factor)
                .normalize();
        return new ECPoint(
                point.getAffineXCoord().toBigInteger(), point.getAffineYCoord().toBigInteger());
    }

    /// y^2 = x^3 + ax + b. Parsers leave that out, and a point beside the curve is no key.
    private static boolean isOnCurve(ECPoint point, ECParameterSpec params) {
        if (point.equals(ECPoint.POINT_INFINITY) || !(params.getCurve().getField() instanceof ECFieldFp field)) {
            return false;
        }
        BigInteger p = field.getP();
        BigInteger x = point.getAffineX();
        BigInteger y = point.getAffineY();
        BigInteger right = x.pow(2)
                .add(params.getCurve().getA())
                .multiply(x)
                .add(params.getCurve().getB());
        return x.compareTo(p) < 0
                && y.compareTo(p) < 0
                && y.pow(2).subtract(right).mod(p).signum() == 0;
    }

    private static boolean isCurve(ECParameterSpec params) {
        try {
            AlgorithmParameters named = AlgorithmParameters.getInstance("EC");
            named.init(new ECGenParameterSpec(CURVE));
            ECParameterSpec curve = named.getParameterSpec(ECParameterSpec.class);
            return params.getCurve().equals(curve.getCurve())
                    && params.getGenerator().equals(curve.getGenerator())
                    && params.getOrder().equals(curve.getOrder());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java knows no P-256", e);
        }
    }
}
