package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.fastsend.core.congestion.QueueView.Filling;
import org.junit.jupiter.api.Test;

class LossResponseTest {
    private static final long MS = 1_000_000;
    /// A hundred packets of 1,500 bytes in 20 ms.
    private static final double RATE = 7_500_000;
    private static final Bottleneck LINK = Bottleneck.single(RATE, RATE, 1500);

    private long packet;
    private final LossResponse response = new LossResponse(new TargetQueue());

    private void report(int packets, boolean drained, long now) {
        response.handleReport(TestReports.counts(packets, 0, now), RATE, 1500, 40 * MS, drained, now);
    }

    @Test
    void whatArrivesOfADrainIsNotAllThatThePathCarries() {
        report(100, false, 20 * MS);
        report(100, false, 40 * MS);
        report(50, true, 60 * MS);
        report(50, true, 80 * MS);
        assertEquals(RATE, response.tryFrom(1000, false, LINK, 1, 80 * MS), 1);
    }

    @Test
    void whatASearchSentThatIsOverIsNeitherLostNorAllThatThePathCarries() {
        response.started(1, new SearchEnd(0, 0, true, true), 0, 40 * MS, 40 * MS);
        report(50, false, 20 * MS);
        assertEquals(LossClassifier.Finding.NOTHING, judge(10, 90, false));
        assertEquals(LossClassifier.Finding.NOTHING, judge(10, 80, false));
        report(100, false, 40 * MS);
        report(100, false, 60 * MS);
        assertEquals(RATE, response.tryFrom(60 * MS, false, LINK, 1, 60 * MS), 1);
    }

    private LossClassifier.Finding judge(int delivered, int lost, boolean disturbed) {
        packet += delivered + lost;
        QueueView queue = new QueueView(true, false, Filling.UNKNOWN, false, 0.5);
        return response.judge(TestReports.counts(delivered, lost, packet), queue, disturbed, false, 1000);
    }

    @Test
    void whatIsKnownToBeLostWhileNothingComesAsNothingWasSentWaitsForWhatComesNext() {
        for (boolean disturbed : new boolean[] {true, false}) {
            for (int i = 0; i < 200; i++) {
                assertEquals(LossClassifier.Finding.NOTHING, judge(95, 5, false));
            }
            LossClassifier.Finding first = judge(20, 80, disturbed);
            LossClassifier.Finding second = judge(0, 20, disturbed);
            LossClassifier.Finding third = judge(1900, 0, disturbed);
            List<LossClassifier.Finding> findings = List.of(first, second, third);
            assertEquals(!disturbed, findings.contains(LossClassifier.Finding.SUSPICION), findings.toString());
        }
    }
}
