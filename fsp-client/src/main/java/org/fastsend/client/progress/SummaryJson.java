package org.fastsend.client.progress;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.fastsend.client.progress.TransferSummary.Assurance;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.RelayShare;

/// A summary for scripts: one JSON object on one line. `bytes`, `files`, `sendSeconds` (null when unknown),
/// `totalSeconds`, `verified`, `copies`, `resumedBytes`, `relays` (each `name`, `bytes`, `bitsPerSecond`),
/// `dropped`, `troubles`; after a failure also `error` with `code` and `message`, and the rest as far as it
/// is known. Thread-safe.
public final class SummaryJson {
    private final ObjectMapper mapper = new ObjectMapper();

    /// The report of what ended well, with further fields behind.
    public String of(TransferSummary summary, Map<String, String> more) {
        ObjectNode node = node(summary);
        more.forEach(node::put);
        return node.toString();
    }

    /// The report of what failed, as far as anything is known.
    public String failed(FspException failure, TransferSummary known, Map<String, String> more) {
        ObjectNode node = mapper.createObjectNode();
        node.putObject("error").put("code", failure.code().name()).put("message", failure.getMessage());
        node.setAll(node(known));
        more.forEach(node::put);
        return node.toString();
    }

    private ObjectNode node(TransferSummary summary) {
        ObjectNode node =
                mapper.createObjectNode().put("bytes", summary.bytes()).put("files", summary.files());
        if (summary.sendSeconds().isPresent()) {
            node.put("sendSeconds", rounded(summary.sendSeconds().getAsDouble()));
        } else {
            node.putNull("sendSeconds");
        }
        node.put("totalSeconds", rounded(summary.totalSeconds()))
                .put(
                        "verified",
                        summary.assurance() != Assurance.NONE
                                && summary.troubles().isEmpty())
                .put("copies", summary.copies())
                .put("resumedBytes", summary.resumedBytes());
        var relays = node.putArray("relays");
        for (RelayShare relay : summary.relays()) {
            relays.addObject()
                    .put("name", relay.name())
                    .put("bytes", relay.bytes())
                    .put("bitsPerSecond", Math.round(relay.bitsPerSecond()));
        }
        var dropped = node.putArray("dropped");
        summary.dropped().forEach(dropped::add);
        var troubles = node.putArray("troubles");
        summary.troubles().forEach(troubles::add);
        return node;
    }

    private static double rounded(double seconds) {
        return Math.round(seconds * 1000) / 1000.0;
    }
}
