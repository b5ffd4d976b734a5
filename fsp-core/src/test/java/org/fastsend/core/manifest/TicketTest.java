package org.fastsend.core.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32C;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.sim.Mutations;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.Verb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TicketTest {
    private static final long NOW = 1_800_000_000L;
    private static final TransferId TRANSFER = new TransferId(1, 2);

    private final byte[] secret = new byte[TransferKey.LENGTH];
    private final Authority authority = Authority.create("campus", () -> NOW * 1000);
    private final Identity sender = authority.issue(Role.CLIENT, "node17", List.of());
    private final Identity relay = authority.issue(Role.RELAY, "r1", List.of());
    private final Identity holder = Identity.ephemeral();

    private final Ticket ticket = made();

    private Ticket made() {
        Arrays.fill(secret, (byte) 0xa5);
        Capability read = Capability.sign(
                sender,
                TRANSFER,
                relay.keyHash(),
                holder.keyHash(),
                EnumSet.of(Verb.READ_FEED, Verb.GET),
                0,
                NOW + 3600);
        var hosts = List.of(
                new ManifestHost("r1", "relay.example", 4021, relay.keyHash(), read.encode()),
                new ManifestHost("r2", "::1", 1, relay.keyHash(), read.encode()));
        return new Ticket(
                TRANSFER,
                new TransferKey(secret),
                CipherSuite.AES_256_GCM,
                NOW + 3600,
                Optional.of(holder),
                authority.certificate(),
                sender.keyHash(),
                hosts);
    }

    private static String refusal(String text) {
        FspException refused = assertThrows(FspException.class, () -> Ticket.parse(text));
        assertEquals(ErrorCode.MALFORMED_TICKET, refused.code());
        assertTrue(refused.getMessage().startsWith("malformed ticket: "), refused::getMessage);
        assertEquals(1, refused.getMessage().lines().count());
        return refused.getMessage();
    }

    @Test
    void oneLineOfTextIsAllThatACollectorNeeds() throws Exception {
        String line = ticket.encode();
        assertTrue(line.matches("fsp1:[A-Za-z0-9_-]+"), line);
        Ticket read = Ticket.parse("\n " + line + " \r\n");
        assertEquals(ticket, read);
        Federation federation = new Federation(read.authority(), () -> NOW * 1000);
        ManifestHost host = read.hosts().getFirst();
        Capability.decode(host.capability())
                .verify(federation, host.key(), read.holder().orElseThrow().keyHash(), NOW);
    }

    @Test
    void aServersTicketIsForWhoeverHoldsTheNamedKey() {
        Ticket fromServer = new Ticket(
                ticket.transfer(),
                ticket.key(),
                ticket.cipher(),
                ticket.expiresEpochSeconds(),
                Optional.empty(),
                ticket.authority(),
                ticket.sender(),
                ticket.hosts());
        Ticket received = Ticket.parse(fromServer.encode());
        assertEquals(Optional.empty(), received.holder());
        assertEquals(ticket, received.withHolder(holder));
    }

    @Test
    void nothingSecretIsPrinted() {
        String shown = ticket.toString();
        assertFalse(shown.contains(HexFormat.of().formatHex(secret)));
        assertEquals("Ticket[" + TRANSFER + "]", shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fsp1:", "hello", "fsp2:AAAA", "fsp1:AAAA", "fsp1:!!!!", "fsp1:AAAAA", "fsp1:AA AA"})
    void whatIsNoTicketGetsOneClearLine(String text) {
        refusal(text);
    }

    @Test
    void aTicketThatWasCutOrChangedSaysSo() {
        String line = ticket.encode();
        assertTrue(refusal(line.substring(0, line.length() - 8)).contains("cut short"));
        char[] changed = line.toCharArray();
        changed[100] = changed[100] == 'A' ? 'B' : 'A';
        assertTrue(refusal(new String(changed)).contains("was changed"));
        assertTrue(refusal(line + "A".repeat(200_000)).contains("longer than any ticket"));
    }

    @Test
    void arbitraryBytesUnderAGoodChecksumAreRefusedOrReadAsTheyAre() {
        byte[] whole = Base64.getUrlDecoder().decode(ticket.encode().substring("fsp1:".length()));
        byte[] good = Arrays.copyOf(whole, whole.length - 4);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < 1000; i++) {
            String text = checked(Mutations.of(good, random));
            try {
                assertEquals(text, Ticket.parse(text).encode(), "seed " + seed + " round " + i);
            } catch (FspException e) {
                assertEquals(ErrorCode.MALFORMED_TICKET, e.code());
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + " round " + i, e);
            }
        }
        assertTrue(refused > 250, "refused only " + refused);
    }

    private static String checked(byte[] content) {
        CRC32C sum = new CRC32C();
        sum.update(content);
        byte[] whole = Arrays.copyOf(content, content.length + 4);
        for (int i = 0; i < 4; i++) {
            whole[content.length + i] = (byte) (sum.getValue() >>> (24 - 8 * i));
        }
        return "fsp1:" + Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
    }
}
