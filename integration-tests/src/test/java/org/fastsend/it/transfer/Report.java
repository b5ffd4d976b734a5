package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.fastsend.it.cluster.FspProcess;

/// The object that {@code --json} prints.
record Report(JsonNode json) {
    static Report of(FspProcess.Ended ended) {
        try {
            return new Report(new ObjectMapper().readTree(ended.lastLine()));
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON object ends this output:\n" + ended.out() + ended.err(), e);
        }
    }

    /// The report of a command that has to succeed.
    static Report success(FspProcess.Ended ended) {
        assertEquals(0, ended.exit(), ended.out() + ended.err());
        Report report = of(ended);
        assertEquals(true, report.json.path("verified").asBoolean(), ended.out());
        return report;
    }

    long bytes() {
        return json.path("bytes").asLong();
    }

    long files() {
        return json.path("files").asLong();
    }

    int copies() {
        return json.path("copies").asInt();
    }

    double sendSeconds() {
        return json.path("sendSeconds").asDouble();
    }

    double totalSeconds() {
        return json.path("totalSeconds").asDouble();
    }

    Instant collectBefore() {
        return Instant.parse(json.path("collectBefore").asText());
    }

    int relays() {
        return json.path("relays").size();
    }

    long relayBytes() {
        return relayBytes(_ -> true);
    }

    /// Without those relays that were given up: what they had is striped again, and they may store it all the same.
    long keptRelayBytes() {
        Set<String> givenUp = new HashSet<>();
        for (JsonNode dropped : json.path("dropped")) {
            givenUp.add(dropped.asText().substring(0, dropped.asText().indexOf(' ')));
        }
        return relayBytes(name -> !givenUp.contains(name));
    }

    private long relayBytes(Predicate<String> counts) {
        long sum = 0;
        for (JsonNode relay : json.path("relays")) {
            sum += counts.test(relay.path("name").asText())
                    ? relay.path("bytes").asLong()
                    : 0;
        }
        return sum;
    }

    /// Asserts that it went on where an earlier run was, and sent no more of that again than `mostTwice` bytes.
    void assertContinued(long mostTwice) {
        assertTrue(resumedBytes() > 0, json.toString());
        assertTrue(keptRelayBytes() < bytes() - resumedBytes() + mostTwice, json.toString());
    }

    long resumedBytes() {
        return json.path("resumedBytes").asLong();
    }

    String errorMessage() {
        return json.path("error").path("message").asText();
    }
}
