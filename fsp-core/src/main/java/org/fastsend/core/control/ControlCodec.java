package org.fastsend.core.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.congestion.Policy;
import org.fastsend.core.congestion.RateSettings;

/// What is said on a control socket: one JSON object on one line each way. `{}` asks for a list; an `id` with any of
/// `targetBitsPerSecond` (0: unbounded), `minBitsPerSecond`, `weight`, `policy` changes a transfer. The answer has
/// `transfers`, or an `error` for people.
final class ControlCodec {
    static final int MAX_LINE = 1 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private ControlCodec() {}

    /// Answers one request.
    static String answer(String request, TransferRegistry registry) {
        try {
            JsonNode node = JSON.readTree(request);
            if (!node.isObject()) {
                return error("a request is an object");
            }
            if (!node.has("id")) {
                return encode(registry.list());
            }
            String id = node.path("id").asText();
            return registry.change(id, change(node))
                    .map(changed -> encode(List.of(changed)))
                    .orElseGet(() -> error("no transfer " + id));
        } catch (JsonProcessingException e) {
            return error("not a request");
        } catch (IllegalArgumentException e) {
            return error(String.valueOf(e.getMessage()));
        }
    }

    /// A request to change what is given.
    static String change(String id, RateChange change) {
        ObjectNode node = JSON.createObjectNode().put("id", id);
        change.targetBitsPerSecond().ifPresent(bits -> node.put("targetBitsPerSecond", bits));
        change.minBitsPerSecond().ifPresent(bits -> node.put("minBitsPerSecond", bits));
        change.weight().ifPresent(weight -> node.put("weight", weight));
        change.policy().ifPresent(policy -> node.put("policy", label(policy)));
        return node.toString();
    }

    /// The transfers in an answer; throws IllegalArgumentException with the error in it, if it is one.
    static List<RunningTransfer> decode(String answer) {
        try {
            JsonNode node = JSON.readTree(answer);
            if (node.has("error")) {
                throw new IllegalArgumentException(node.path("error").asText());
            }
            List<RunningTransfer> transfers = new ArrayList<>();
            node.path("transfers").forEach(one -> transfers.add(transfer(one)));
            return transfers;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not an answer", e);
        }
    }

    static String encode(List<RunningTransfer> transfers) {
        ObjectNode node = JSON.createObjectNode();
        ArrayNode list = node.putArray("transfers");
        for (RunningTransfer transfer : transfers) {
            RateSettings settings = transfer.settings();
            boolean bounded = settings.targetBytesPerSecond() != Long.MAX_VALUE;
            list.addObject()
                    .put("id", transfer.id())
                    .put("what", transfer.what())
                    .put("channel", transfer.channel().label())
                    .put("targetBitsPerSecond", bounded ? settings.targetBytesPerSecond() * Byte.SIZE : 0)
                    .put("minBitsPerSecond", settings.minBytesPerSecond() * Byte.SIZE)
                    .put("weight", settings.weight())
                    .put("policy", label(settings.policy()))
                    .put("udpSessions", transfer.udpSessions())
                    .put("sentBytes", transfer.sentBytes())
                    .put("receivedBytes", transfer.receivedBytes());
        }
        return node.toString();
    }

    private static RunningTransfer transfer(JsonNode node) {
        long target = node.path("targetBitsPerSecond").asLong() / Byte.SIZE;
        return new RunningTransfer(
                node.path("id").asText(),
                node.path("what").asText(),
                ChannelKind.parse(node.path("channel").asText()),
                new RateSettings(
                        target == 0 ? Long.MAX_VALUE : target,
                        node.path("minBitsPerSecond").asLong() / Byte.SIZE,
                        node.path("weight").asDouble(),
                        policy(node.path("policy").asText())),
                node.path("udpSessions").asInt(),
                node.path("sentBytes").asLong(),
                node.path("receivedBytes").asLong());
    }

    private static UnaryOperator<RateSettings> change(JsonNode node) {
        return old -> {
            long target = node.has("targetBitsPerSecond")
                    ? bounded(node.path("targetBitsPerSecond").asLong())
                    : old.targetBytesPerSecond();
            long min = node.has("minBitsPerSecond")
                    ? node.path("minBitsPerSecond").asLong() / Byte.SIZE
                    : Math.min(target, old.minBytesPerSecond());
            double weight = node.has("weight") ? node.path("weight").asDouble() : old.weight();
            Policy policy = node.has("policy") ? policy(node.path("policy").asText()) : old.policy();
            return new RateSettings(target, min, weight, policy);
        };
    }

    private static long bounded(long bitsPerSecond) {
        return bitsPerSecond == 0 ? Long.MAX_VALUE : bitsPerSecond / Byte.SIZE;
    }

    private static Policy policy(String label) {
        return Policy.valueOf(label.toUpperCase(Locale.ROOT));
    }

    private static String label(Policy policy) {
        return policy.name().toLowerCase(Locale.ROOT);
    }

    private static String error(String text) {
        return JSON.createObjectNode().put("error", text).toString();
    }
}
