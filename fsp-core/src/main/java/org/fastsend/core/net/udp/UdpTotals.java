package org.fastsend.core.net.udp;

import org.fastsend.core.transport.UdpStatistics;

/// What all UDP connections of a transfer have counted together.
///
/// @param connections open now
/// @param sentDataIpBytes IP bytes of datagrams with data, sent again or not
/// @param smoothedRttNanos greatest of the connections open now, or of the last that was
/// @param queueMeanNanos the same
/// @param queueP95Nanos the same
/// @param rateBytesPerSecond what the controllers allow now, summed
public record UdpTotals(
        int connections,
        long sentDataBytes,
        long sentDataIpBytes,
        long resentDataBytes,
        long resentRanges,
        long deliveredBytes,
        long receivedDataBytes,
        long duplicateDataBytes,
        long smoothedRttNanos,
        long queueMeanNanos,
        long queueP95Nanos,
        long rateBytesPerSecond) {
    static final UdpTotals NONE = new UdpTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    static UdpTotals of(UdpStatistics one) {
        return new UdpTotals(
                1,
                one.sentDataBytes(),
                one.sentDataIpBytes(),
                one.resentDataBytes(),
                one.resentRanges(),
                one.deliveredBytes(),
                one.receivedDataBytes(),
                one.duplicateDataBytes(),
                one.smoothedRttNanos(),
                one.queueMeanNanos(),
                one.queueP95Nanos(),
                one.rateBytesPerSecond());
    }

    UdpTotals plus(UdpTotals other) {
        return new UdpTotals(
                connections + other.connections,
                sentDataBytes + other.sentDataBytes,
                sentDataIpBytes + other.sentDataIpBytes,
                resentDataBytes + other.resentDataBytes,
                resentRanges + other.resentRanges,
                deliveredBytes + other.deliveredBytes,
                receivedDataBytes + other.receivedDataBytes,
                duplicateDataBytes + other.duplicateDataBytes,
                Math.max(smoothedRttNanos, other.smoothedRttNanos),
                Math.max(queueMeanNanos, other.queueMeanNanos),
                Math.max(queueP95Nanos, other.queueP95Nanos),
                rateBytesPerSecond + other.rateBytesPerSecond);
    }

    /// The connection is over.
    UdpTotals ended() {
        return new UdpTotals(
                0,
                sentDataBytes,
                sentDataIpBytes,
                resentDataBytes,
                resentRanges,
                deliveredBytes,
                receivedDataBytes,
                duplicateDataBytes,
                smoothedRttNanos,
                queueMeanNanos,
                queueP95Nanos,
                0);
    }
}
