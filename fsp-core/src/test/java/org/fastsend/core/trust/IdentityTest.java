package org.fastsend.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IdentityTest {
    private static final byte[] PART = {1, 2, 3};

    @Test
    void aTicketsKeyGivesItsHolderBack() throws TrustException {
        Identity holder = Identity.ephemeral();
        Identity again = Identity.ofPkcs8(holder.pkcs8());
        assertEquals(holder.keyHash(), again.keyHash());
        byte[] signature = again.sign("test ", PART);
        assertTrue(holder.verifyingKey().verifies(signature, "test ", PART));
    }

    @Test
    void everyHolderIsAnother() {
        assertNotEquals(Identity.ephemeral().keyHash(), Identity.ephemeral().keyHash());
    }

    @Test
    void aSignatureHoldsForItsContextPartsAndKeyOnly() {
        Identity signer = Identity.ephemeral();
        byte[] signature = signer.sign("fsp1 receipt", PART, PART);
        VerifyingKey key = signer.verifyingKey();
        assertTrue(key.verifies(signature, "fsp1 receipt", PART, PART));
        assertFalse(key.verifies(signature, "fsp1 capability", PART, PART));
        assertFalse(key.verifies(signature, "fsp1 receipt", PART));
        assertFalse(Identity.ephemeral().verifyingKey().verifies(signature, "fsp1 receipt", PART, PART));
        assertFalse(key.verifies(new byte[0], "fsp1 receipt", PART, PART));
        assertFalse(key.verifies(new byte[72], "fsp1 receipt", PART, PART));
    }

    @Test
    void aPublicKeyTravelsAsItsEncoding() throws TrustException {
        VerifyingKey key = Identity.ephemeral().verifyingKey();
        assertEquals(key, VerifyingKey.decode(key.encode()));
        assertEquals(key.hash(), VerifyingKey.decode(key.encode()).hash());
        assertThrows(TrustException.class, () -> VerifyingKey.decode(new byte[91]));
    }

    @Test
    void aPointBesideTheCurveOrSpelledOtherwiseIsNoKey() {
        byte[] good = Identity.ephemeral().verifyingKey().encode();
        byte[] beside = good.clone();
        beside[beside.length - 1] ^= 1;
        assertThrows(TrustException.class, () -> VerifyingKey.decode(beside));
        byte[] longer = Arrays.copyOf(good, good.length + 1);
        assertThrows(TrustException.class, () -> VerifyingKey.decode(longer));
    }

    @Test
    void keysOfOtherKindsAreRefused() throws Exception {
        KeyPairGenerator p384 = KeyPairGenerator.getInstance("EC");
        p384.initialize(new ECGenParameterSpec("secp384r1"));
        var larger = p384.generateKeyPair();
        assertThrows(
                TrustException.class,
                () -> VerifyingKey.decode(larger.getPublic().getEncoded()));
        assertThrows(
                TrustException.class, () -> Identity.ofPkcs8(larger.getPrivate().getEncoded()));
        var rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        assertThrows(
                TrustException.class, () -> VerifyingKey.decode(rsa.getPublic().getEncoded()));
    }

    @Test
    void thePrivateKeyIsNotPrinted() {
        Identity holder = Identity.ephemeral();
        assertEquals("Identity[" + holder.keyHash() + "]", holder.toString());
    }
}
