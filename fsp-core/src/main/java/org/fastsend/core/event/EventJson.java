package org.fastsend.core.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Events and reports as JSON on one line: what replies 112 and 226 of the FTP extension carry
/// (docs/wire.md, "FTP extension"). An object's unknown fields are ignored and so are events of unknown
/// names; what is malformed is refused. Thread-safe.
public final class EventJson {
    private static final int MAX_LIST = 10_000;

    private final ObjectMapper mapper = new ObjectMapper();

    /// Text that is no event or report, though it should be.
    public static final class EventJsonException extends Exception {
        private static final long serialVersionUID = 1L;

        EventJsonException(String message, Throwable cause) {
            super(message, cause);
        }

        EventJsonException(String message) {
            super(message);
        }
    }

    /// Empty for an appended entry, which has a reply of its own kind.
    public Optional<String> encode(TransferEvent event) {
        ObjectNode node = mapper.createObjectNode();
        switch (event) {
            case TransferEvent.PeerUp up ->
                node.put("event", "up").put("number", up.number()).put("peer", up.peer());
            case TransferEvent.PeerDown down ->
                node.put("event", "down")
                        .put("number", down.number())
                        .put("peer", down.peer())
                        .put("reason", down.reason());
            case TransferEvent.Progress progress ->
                node.put("event", "progress").put("bytes", progress.bytes()).put("total", progress.totalBytesKnown());
            case TransferEvent.FileTrouble trouble ->
                node.put("event", "trouble").put("path", trouble.path()).put("reason", trouble.reason());
            case TransferEvent.BadBlock bad ->
                node.put("event", "bad")
                        .put("number", bad.number())
                        .put("peer", bad.peer())
                        .put("block", bad.block())
                        .put("reason", bad.reason());
            case TransferEvent.Released released ->
                node.put("event", "released").set("report", report(released.report()));
            case TransferEvent.Appended _ -> {
                return Optional.empty();
            }
        }
        return Optional.of(node.toString());
    }

    /// The event, if it is one that this version knows.
    public Optional<TransferEvent> decode(String text) throws EventJsonException {
        JsonNode node = object(text);
        return switch (text(node, "event")) {
            case "up" ->
                Optional.of(new TransferEvent.PeerUp(node.path("number").asInt(), text(node, "peer")));
            case "down" ->
                Optional.of(new TransferEvent.PeerDown(
                        node.path("number").asInt(), text(node, "peer"), text(node, "reason")));
            case "progress" -> Optional.of(new TransferEvent.Progress(count(node, "bytes"), count(node, "total")));
            case "trouble" -> Optional.of(new TransferEvent.FileTrouble(text(node, "path"), text(node, "reason")));
            case "bad" ->
                Optional.of(new TransferEvent.BadBlock(
                        node.path("number").asInt(),
                        text(node, "peer"),
                        node.path("block").asInt(),
                        text(node, "reason")));
            case "released" -> Optional.of(new TransferEvent.Released(report(node.path("report"))));
            default -> Optional.empty();
        };
    }

    public String encode(TransferReport report) {
        return report(report).toString();
    }

    public TransferReport decodeReport(String text) throws EventJsonException {
        return report(object(text));
    }

    private ObjectNode report(TransferReport report) {
        ObjectNode node = mapper.createObjectNode()
                .put("bytes", report.bytes())
                .put("files", report.files())
                .put("seconds", report.seconds())
                .put("copies", report.copies());
        for (RelayShare share : report.relays()) {
            node.withArray("/relays")
                    .addObject()
                    .put("name", share.name())
                    .put("bytes", share.bytes())
                    .put("bitsPerSecond", share.bitsPerSecond());
        }
        report.troubles().forEach(trouble -> node.withArray("/troubles").add(trouble));
        return node;
    }

    private static TransferReport report(JsonNode node) throws EventJsonException {
        List<RelayShare> relays = new ArrayList<>();
        for (JsonNode share : list(node, "relays")) {
            double rate = share.path("bitsPerSecond").asDouble();
            relays.add(new RelayShare(text(share, "name"), count(share, "bytes"), Math.max(0, rate)));
        }
        List<String> troubles = new ArrayList<>();
        for (JsonNode trouble : list(node, "troubles")) {
            troubles.add(trouble.asText());
        }
        double seconds = Math.max(0, node.path("seconds").asDouble());
        long copies = count(node, "copies");
        return new TransferReport(
                count(node, "bytes"),
                count(node, "files"),
                seconds,
                (int) Math.min(copies, Integer.MAX_VALUE),
                relays,
                troubles);
    }

    private JsonNode object(String text) throws EventJsonException {
        try {
            JsonNode node = mapper.readTree(text);
            if (!node.isObject()) {
                throw new EventJsonException("not a JSON object");
            }
            return node;
        } catch (JsonProcessingException e) {
            throw new EventJsonException("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static Iterable<JsonNode> list(JsonNode node, String field) throws EventJsonException {
        if (node.path(field).size() > MAX_LIST) {
            throw new EventJsonException(field + " has more than " + MAX_LIST + " elements");
        }
        return node.path(field);
    }

    private static String text(JsonNode node, String field) throws EventJsonException {
        if (!node.path(field).isTextual()) {
            throw new EventJsonException(field + " is no text");
        }
        return node.path(field).textValue();
    }

    private static long count(JsonNode node, String field) throws EventJsonException {
        JsonNode value = node.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw new EventJsonException(field + " is no count");
        }
        return value.longValue();
    }
}
