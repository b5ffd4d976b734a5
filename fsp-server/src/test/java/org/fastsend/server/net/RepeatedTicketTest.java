package org.fastsend.server.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedTicketTest {
    private static final String SUITE = "TLS_AES_128_GCM_SHA256";
    private static final byte[] SECRET = new byte[32];
    private static final String TICKETS = "\u0004\0\0\u0003one\u0004\0\0\u0003two\u0016";
    private static final String LAST_TICKET = "\u0004\0\0\u0003two\u0016";
    private static final String KEY_UPDATE = "\u0018\0\0\u0001\0\u0016";
    private static final String CLOSE_NOTIFY = "\u0001\0\u0015";

    private final Sender tls = new Sender();
    private final RepeatedTicket records = new RepeatedTicket(keys(SUITE));

    @ParameterizedTest
    @ValueSource(strings = {SUITE, "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"})
    void whatIsSealedOpensUnderItsNumberOnly(String suite) throws GeneralSecurityException {
        TrafficKeys keys = keys(suite);
        byte[] sealed = keys.seal(bytes("content"), 7);
        assertEquals("content", text(keys.open(sealed, 7)));
        assertThrows(GeneralSecurityException.class, () -> keys.open(sealed, 8));
    }

    @Test
    void recordsPassAsTheyAreWhileNoneIsWanted() throws GeneralSecurityException {
        byte[] sealed = tls.seal(TICKETS, "220 hello\u0017");
        assertArrayEquals(sealed, records.pass(sealed, 0));
    }

    @Test
    void theLastTicketGoesOutAgainAndWhatFollowsIsReadInOrder() throws GeneralSecurityException {
        assertEquals(
                List.of(TICKETS, "one\u0017", LAST_TICKET, "two\u0017", LAST_TICKET, LAST_TICKET, "three\u0017"),
                new Reader()
                        .read(
                                records.pass(tls.seal(TICKETS, "one\u0017"), 0),
                                records.pass(tls.seal("two\u0017"), 1),
                                records.pass(tls.seal("three\u0017"), 2)));
    }

    @Test
    void nothingGoesOutAgainBeforeTlsHasSentATicket() throws GeneralSecurityException {
        byte[] sealed = tls.seal("one\u0017");
        assertArrayEquals(sealed, records.pass(sealed, 3));
    }

    @Test
    void recordsInPiecesAreWaitedFor() throws GeneralSecurityException {
        byte[] sealed = tls.seal(TICKETS, "one\u0017");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte piece : sealed) {
            out.writeBytes(records.pass(new byte[] {piece}, 1));
        }
        assertEquals(List.of(TICKETS, LAST_TICKET, "one\u0017"), new Reader().read(out.toByteArray()));
    }

    @Test
    void newKeysAreFollowed() throws GeneralSecurityException {
        byte[] first = records.pass(tls.seal(TICKETS), 0);
        byte[] second = records.pass(tls.seal("one\u0017", KEY_UPDATE), 1);
        tls.update();
        byte[] third = records.pass(tls.seal("two\u0017"), 1);
        assertEquals(
                List.of(TICKETS, LAST_TICKET, "one\u0017", KEY_UPDATE, LAST_TICKET, "two\u0017"),
                new Reader().read(first, second, third));
    }

    @Test
    void whatFollowsTheEndOfTlsIsInTheClear() throws GeneralSecurityException {
        records.pass(tls.seal(TICKETS), 0);
        records.pass(tls.seal("one\u0017"), 1);
        byte[] end = records.pass(tls.seal(CLOSE_NOTIFY), 0);
        assertTrue(end.length > 0);
        assertEquals("220 again\r\n", text(records.pass(bytes("220 again\r\n"), 1)));
    }

    @Test
    void whatDoesNotOpenPassesAsItIs() throws GeneralSecurityException {
        byte[] strange = new Sender().sealOther();
        assertArrayEquals(strange, records.pass(strange, 1));
        byte[] sealed = tls.seal(TICKETS);
        assertArrayEquals(sealed, records.pass(sealed, 1));
    }

    private static TrafficKeys keys(String suite) {
        try {
            return TrafficKeys.of(suite, suite.endsWith("384") ? new byte[48] : SECRET)
                    .orElseThrow();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /// TLS as it seals, and knows nothing of what is put between.
    private static final class Sender {
        private TrafficKeys keys = keys(SUITE);
        private long number;

        byte[] seal(String... contents) throws GeneralSecurityException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (String content : contents) {
                out.writeBytes(keys.seal(bytes(content), number++));
            }
            return out.toByteArray();
        }

        byte[] sealOther() throws GeneralSecurityException {
            return keys("TLS_CHACHA20_POLY1305_SHA256").seal(bytes("strange\u0017"), 0);
        }

        void update() throws GeneralSecurityException {
            keys = keys.updated();
            number = 0;
        }
    }

    /// A client, who counts what comes.
    private static final class Reader {
        private TrafficKeys keys = keys(SUITE);
        private long number;

        List<String> read(byte[]... sent) throws GeneralSecurityException {
            List<String> contents = new ArrayList<>();
            for (byte[] records : sent) {
                for (int at = 0; at < records.length; ) {
                    int length = 5 + ByteBuffer.wrap(records).getShort(at + 3);
                    contents.add(text(keys.open(Arrays.copyOfRange(records, at, at + length), number++)));
                    at += length;
                    if (contents.getLast().equals(KEY_UPDATE)) {
                        keys = keys.updated();
                        number = 0;
                    }
                }
            }
            return contents;
        }
    }
}
