package org.fastsend.it.simulate.overlay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// An outcome for scripts: one JSON object on one line. `constraintSuccess` has an object for each band, under the most
/// percent of the members that satisfy its queries.
public final class OutcomeJson {
    private static final double GRAIN = 1000;

    private final ObjectMapper mapper = new ObjectMapper();

    public String of(Outcome outcome) {
        ObjectNode node = mapper.createObjectNode()
                .put("closestQueries", outcome.closestQueries())
                .put("exactPercent", rounded(outcome.exactPercent()))
                .put("medianErrorMillis", rounded(outcome.medianErrorMillis()))
                .put("p90ErrorMillis", rounded(outcome.p90ErrorMillis()))
                .put("p99ErrorMillis", rounded(outcome.p99ErrorMillis()))
                .put("meanErrorMillis", rounded(outcome.meanErrorMillis()))
                .put("probesPerQuery", rounded(outcome.probesPerQuery()))
                .put("hopsPerQuery", rounded(outcome.hopsPerQuery()))
                .put("latencyMillis", rounded(outcome.latencyMillis()))
                .put("deadPercent", rounded(outcome.deadPercent()))
                .put("unansweredPercent", rounded(outcome.unansweredPercent()));
        ObjectNode bands = node.putObject("constraintSuccess");
        for (Outcome.Band band : outcome.constraintSuccess()) {
            bands.putObject("upTo" + band.upToPercent() + "Percent")
                    .put("queries", band.queries())
                    .put("percent", rounded(band.percent()))
                    .put("probesPerQuery", rounded(band.probesPerQuery()));
        }
        node.putObject("centralLeader")
                .put("exactPercent", rounded(outcome.leader().exactPercent()))
                .put("meanErrorMillis", rounded(outcome.leader().meanErrorMillis()))
                .put("probesPerQuery", rounded(outcome.leader().probesPerQuery()));
        node.putObject("askedAgain")
                .put("exactPercent", rounded(outcome.again().exactPercent()))
                .put("probesPerQuery", rounded(outcome.again().probesPerQuery()))
                .put("latencyMillis", rounded(outcome.again().latencyMillis()));
        outcome.falseFailuresPerHour().ifPresent(perHour -> node.put("falseFailuresPerHour", rounded(perHour)));
        return node.put("recallAt8Percent", rounded(outcome.recallAt8Percent()))
                .put("setRatePercent", rounded(outcome.setRatePercent()))
                .put("villainPercent", rounded(outcome.villainPercent()))
                .put("strayVillainPercent", rounded(outcome.strayVillainPercent()))
                .put("sybilPercent", rounded(outcome.sybilPercent()))
                .put("membersKnown", rounded(outcome.membersKnown()))
                .put("bitsPerSecondPerNode", rounded(outcome.bitsPerSecondPerNode()))
                .toString();
    }

    private static double rounded(double value) {
        return Math.round(value * GRAIN) / GRAIN;
    }
}
