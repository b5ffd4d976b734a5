package org.fastsend.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.sim.Mutations;
import org.junit.jupiter.api.Test;

class ClientHelloTest {
    private static final int RECORD_HEADER_BYTES = 5;

    @Test
    void aHelloSaysWhichVersionsItsClientSpeaks() throws Exception {
        assertTrue(ClientHello.parse(hello("TLSv1.2", "TLSv1.3")).versions().contains(ClientHello.TLS_1_2));
        assertFalse(ClientHello.parse(hello("TLSv1.3")).versions().contains(ClientHello.TLS_1_2));
    }

    @Test
    void aHelloSaysWhatItsClientWantsToSpeak() throws Exception {
        ClientHello hello = ClientHello.parse(hello("TLSv1.3"));
        assertEquals(List.of("ftp", "x"), hello.protocols());
        assertTrue(hello.wants(List.of("y", "x")));
        assertFalse(hello.wants(List.of("http/1.1")));
        assertTrue(new ClientHello(List.of(), List.of()).wants(List.of("ftp")));
    }

    @Test
    void anyBytesAreAnAnswer() throws Exception {
        byte[] good = hello("TLSv1.2", "TLSv1.3");
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            tryToParse(Mutations.of(good, random));
        }
        for (int length = 0; length < good.length; length++) {
            tryToParse(Arrays.copyOf(good, length));
        }
    }

    private static void tryToParse(byte[] hello) {
        try {
            assertNotNull(ClientHello.parse(hello).protocols());
        } catch (MalformedBytesException expected) {
            assertNotNull(expected.getMessage());
        }
    }

    /// The first message of a client of the JDK, without the header of its record.
    private static byte[] hello(String... versions) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        SSLEngine client = context.createSSLEngine("localhost", 21);
        client.setUseClientMode(true);
        client.setEnabledProtocols(versions);
        SSLParameters parameters = client.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"ftp", "x"});
        client.setSSLParameters(parameters);
        ByteBuffer record = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        client.wrap(ByteBuffer.allocate(0), record);
        return Arrays.copyOfRange(record.array(), RECORD_HEADER_BYTES, record.position());
    }
}
