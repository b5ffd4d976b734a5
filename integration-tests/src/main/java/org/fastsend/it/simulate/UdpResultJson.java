package org.fastsend.it.simulate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.fastsend.core.sim.udp.UdpResult;

/// A run's result as one JSON object.
public final class UdpResultJson {
    private UdpResultJson() {}

    public static String of(UdpResult result) {
        ObjectNode json = new ObjectMapper().createObjectNode();
        json.put("linkShare", result.linkShare());
        json.put("sendingCost", result.sendingCost());
        json.put("receivingCost", result.receivingCost());
        json.put("queueMeanMillis", result.queueMeanMillis());
        json.put("queueP95Millis", result.queueP95Millis());
        json.put("startupMillis", result.startupMillis());
        json.put("startupOverflow", result.startupOverflow());
        json.put("overflow", result.overflow());
        json.put("jainIndex", result.jainIndex());
        json.put("goodputBitsPerSecond", result.goodputBitsPerSecond());
        json.put("crossShare", result.crossShare());
        ArrayNode flows = json.putArray("flows");
        for (UdpResult.Flow flow : result.flows()) {
            flows.addObject()
                    .put("goodputBitsPerSecond", flow.goodputBitsPerSecond())
                    .put("ipBitsPerSecond", flow.ipBitsPerSecond());
        }
        return json.toString();
    }
}
