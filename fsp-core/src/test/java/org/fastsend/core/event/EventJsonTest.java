package org.fastsend.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.fastsend.core.event.EventJson.EventJsonException;
import org.fastsend.core.manifest.FeedEntry;
import org.junit.jupiter.api.Test;

class EventJsonTest {
    private static final TransferReport REPORT = new TransferReport(
            1 << 30, 12, 1.5, 2, List.of(new RelayShare("r1 (::1:9)", 5, 8e9)), List.of("a \"b\"\n: changed"));
    private static final List<TransferEvent> EVENTS = List.of(
            new TransferEvent.PeerUp(3, "r1 (host:1)"),
            new TransferEvent.PeerDown(3, "r1 (host:1)", "silent for 10 s"),
            new TransferEvent.Progress(5, Long.MAX_VALUE),
            new TransferEvent.FileTrouble("dir/\u00e9\r\n", "changed while it was read"),
            new TransferEvent.BadBlock(3, "r1 (host:1)", 77, "its tag is wrong"),
            new TransferEvent.Released(REPORT));

    private final EventJson json = new EventJson();

    @Test
    void bringsEveryEventBackFromOneLine() throws EventJsonException {
        for (TransferEvent event : EVENTS) {
            String line = json.encode(event).orElseThrow();
            assertFalse(line.contains("\n") || line.contains("\r"), line);
            assertEquals(Optional.of(event), json.decode(line));
        }
        assertEquals(REPORT, json.decodeReport(json.encode(REPORT)));
    }

    @Test
    void leavesFeedEntriesToTheirOwnReply() {
        assertEquals(
                Optional.empty(),
                json.encode(new TransferEvent.Appended(new FeedEntry(0, FeedEntry.Kind.SEALED, new byte[1]))));
    }

    @Test
    void ignoresEventsAndFieldsOfALaterVersion() throws EventJsonException {
        assertEquals(Optional.empty(), json.decode("{\"event\":\"eclipse\"}"));
        assertEquals(
                Optional.of(new TransferEvent.Progress(1, 2)),
                json.decode("{\"event\":\"progress\",\"bytes\":1,\"total\":2,\"colour\":\"red\"}"));
    }

    @Test
    void refusesWhatIsMalformed() {
        for (String bad : List.of(
                "",
                "x",
                "[]",
                "{}",
                "{\"event\":7}",
                "{\"event\":\"progress\",\"bytes\":-1,\"total\":1}",
                "{\"event\":\"progress\",\"bytes\":1e99,\"total\":1}",
                "{\"event\":\"released\"}")) {
            assertThrows(EventJsonException.class, () -> json.decode(bad), bad);
        }
    }

    @Test
    void survivesMutatedText() {
        long seed = 20_240_917;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text =
                    new StringBuilder(json.encode(EVENTS.get(i % EVENTS.size())).orElseThrow());
            for (int hits = 1 + random.nextInt(3); hits > 0; hits--) {
                text.setCharAt(random.nextInt(text.length()), (char) (32 + random.nextInt(95)));
            }
            try {
                json.decode(text.toString());
            } catch (EventJsonException expected) {
                // a typed refusal is as good as an event
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", case " + i + ": " + text, e);
            }
        }
    }
}
