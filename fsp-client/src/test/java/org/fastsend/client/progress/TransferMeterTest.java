package org.fastsend.client.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.RelayShare;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.junit.jupiter.api.Test;

class TransferMeterTest {
    private static final TransferReport REPORT = new TransferReport(
            1_000,
            3,
            2,
            1,
            List.of(new RelayShare("r1 (h:1)", 600, 4800), new RelayShare("r2 (h:2)", 500, 4000)),
            List.of());

    private final AtomicLong nanos = new AtomicLong();
    private final StringWriter screen = new StringWriter();
    private final TransferMeter meter =
            new TransferMeter(nanos::get, new ProgressScreen(new PrintWriter(screen), true, 100));

    private void seconds(double now) {
        nanos.set((long) (now * 1e9));
    }

    @Test
    void remembersWhenTheSenderWasReleasedAndWhoWasDropped() {
        meter.sender().accept(new TransferEvent.PeerUp(0, "r1 (h:1)"));
        meter.sender().accept(new TransferEvent.PeerUp(1, "r2 (h:2)"));
        seconds(1.5);
        meter.sender().accept(new TransferEvent.PeerDown(1, "r2 (h:2)", "silent for 10 s"));
        seconds(2);
        meter.sender().accept(new TransferEvent.PeerDown(1, "r2 (h:2)", "silent for 10 s"));
        meter.sender().accept(new TransferEvent.Released(REPORT));
        seconds(5);
        TransferSummary summary = meter.summary();
        assertEquals(OptionalDouble.of(2), summary.sendSeconds());
        assertEquals(5, summary.totalSeconds());
        assertEquals(1, summary.copies());
        assertEquals(List.of("r2 (h:2): silent for 10 s (after 1.5 s)"), summary.dropped());
        assertTrue(screen.toString().contains("dropped r2 (h:2): silent for 10 s"));
        assertTrue(screen.toString().contains("released after 2.0 s, one copy on relays"));
    }

    @Test
    void namesTheRelaysThatTookSomething() {
        List<RelayShare> shares = List.of(new RelayShare("r1", 1_000, 8_000), new RelayShare("r2", 0, 0));
        meter.release(new TransferReport(1_000, 3, 1, 1, shares, List.of()));
        List<String> lines = SummaryText.lines("evacuated", meter.summary());
        assertTrue(lines.contains("  r1: 1.00 kB, 8.00 kbit/s"), lines.toString());
        assertTrue(lines.stream().noneMatch(line -> line.contains("r2")), lines.toString());
    }

    @Test
    void showsWhatHasArrivedOnceSomethingIsReceived() {
        meter.sender().accept(new TransferEvent.Progress(900, 1_000));
        var receiver = meter.receiver();
        seconds(1);
        receiver.accept(new TransferEvent.Progress(250, 800));
        assertTrue(screen.toString().contains("250 B of 1.00 kB  250 B/s"), screen.toString());
    }

    @Test
    void countsATroubleOnceThoughBothSidesTellOfIt() {
        meter.sender().accept(new TransferEvent.FileTrouble("a", "changed while it was read"));
        meter.receiver().accept(new TransferEvent.FileTrouble("a", "changed; what came of it is kept"));
        meter.release(new TransferReport(0, 0, 0, 1, List.of(), List.of("a: changed while it was read")));
        assertEquals(List.of("a: changed; what came of it is kept"), meter.troubles());
    }

    @Test
    void showsNoEscapeSequencesOfTheOtherSide() {
        meter.sender().accept(new TransferEvent.PeerDown(0, "\u001b[2J", "x\ny"));
        assertFalse(screen.toString().contains("\u001b"));
    }

    @Test
    void writesOneJsonObjectWithEveryField() throws Exception {
        seconds(2);
        meter.release(REPORT);
        seconds(3);
        String line = new SummaryJson().of(meter.summary(), Map.of("ticketFile", "t"));
        assertEquals(1, line.lines().count());
        JsonNode json = new ObjectMapper().readTree(line);
        assertEquals(1000, json.path("bytes").asLong());
        assertEquals(3, json.path("files").asLong());
        assertEquals(2.0, json.path("sendSeconds").asDouble());
        assertEquals(3.0, json.path("totalSeconds").asDouble());
        assertFalse(json.path("verified").asBoolean());
        assertEquals(1, json.path("copies").asInt());
        assertEquals("r2 (h:2)", json.path("relays").path(1).path("name").asText());
        assertEquals(500, json.path("relays").path(1).path("bytes").asLong());
        assertEquals(4000, json.path("relays").path(1).path("bitsPerSecond").asLong());
        assertEquals("t", json.path("ticketFile").asText());
        assertFalse(json.has("error"));
    }

    @Test
    void writesWhatIsKnownBesideAFailure() throws Exception {
        meter.sender().accept(new TransferEvent.Progress(7, 10));
        String line = new SummaryJson()
                .failed(new FspException(ErrorCode.DISK_FULL, "disk \"full\": /x"), meter.summary(), Map.of());
        JsonNode json = new ObjectMapper().readTree(line);
        assertEquals("DISK_FULL", json.path("error").path("code").asText());
        assertEquals("disk \"full\": /x", json.path("error").path("message").asText());
        assertEquals(7, json.path("bytes").asLong());
        assertTrue(json.path("sendSeconds").isNull());
    }

    @Test
    void saysWhereTheCopiesAreWhenTheSenderIsFree() {
        RelayShare relay = new RelayShare("r1", 5, 1);
        RelayShare receiver = new RelayShare("direct", 5, 1);
        assertEquals("one copy at the receiver", SummaryText.copies(1, List.of(receiver)));
        assertEquals("one copy on relays and the receiver", SummaryText.copies(1, List.of(relay, receiver)));
        assertEquals("2 copies on relays", SummaryText.copies(2, List.of(relay, new RelayShare("direct", 0, 0))));
    }

    @Test
    void tellsPeopleWhenTheSenderWasFreeAndWhatEachRelayTook() {
        seconds(2);
        meter.release(REPORT);
        meter.sender().accept(new TransferEvent.PeerDown(2, "r3 (h:3)", "refused"));
        meter.sender().accept(new TransferEvent.FileTrouble("a b", "changed while it was read"));
        seconds(4);
        assertEquals(
                List.of(
                        "collected 1.00 kB in 3 files and directories after 4.0 s (250 B/s), but for 1 file below",
                        "sender released after 2.0 s (500 B/s), one copy on relays",
                        "  r1 (h:1): 600 B, 4.80 kbit/s",
                        "  r2 (h:2): 500 B, 4.00 kbit/s",
                        "gave up r3 (h:3): refused (after 2.0 s)",
                        "not sent: a b: changed while it was read"),
                SummaryText.lines("collected", meter.summary()));
    }
}
