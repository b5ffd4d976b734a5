package org.fastsend.core.transport;

/// What one end of a connection counted so far. Bytes of IP count the headers of IP and UDP too.
///
/// @param sentDatagrams all that were sent
/// @param sentIpBytes all that were sent
/// @param sentDataIpBytes of datagrams that carried a range of a message, sent again or not, or a repair
/// @param sentDataBytes message bytes in them
/// @param resentRanges ranges sent again
/// @param resentDataBytes message bytes sent again, and bytes of repairs
/// @param sentRepairs datagrams with a repair
/// @param deliveredBytes message bytes known to have arrived
/// @param lostDatagrams datagrams declared lost
/// @param spuriousLosses of these, datagrams that arrived after all
/// @param receivedDatagrams authentic datagrams that came, each once
/// @param receivedDataIpBytes IP bytes of datagrams that brought message bytes for the first time
/// @param receivedDataBytes message bytes that came for the first time
/// @param duplicateDataBytes message bytes that came again, and bytes of repairs that nothing needed
/// @param droppedDatagrams what came and was no new, authentic datagram of this connection
/// @param datagramBytes UDP payload that the path is known to carry
/// @param latestRttNanos 0 if not measured
/// @param smoothedRttNanos 0 if not measured
/// @param minRttNanos 0 if not measured
/// @param inflightBytes IP bytes sent and neither known to have arrived nor to be lost
/// @param rateBytesPerSecond what the controller allows now
/// @param queueMeanNanos mean of the queueing delay of the forward path as the controller saw it, over
///     all reports
/// @param queueP95Nanos 95th percentile of the same
public record UdpStatistics(
        long sentDatagrams,
        long sentIpBytes,
        long sentDataIpBytes,
        long sentDataBytes,
        long resentRanges,
        long resentDataBytes,
        long sentRepairs,
        long deliveredBytes,
        long lostDatagrams,
        long spuriousLosses,
        long receivedDatagrams,
        long receivedDataIpBytes,
        long receivedDataBytes,
        long duplicateDataBytes,
        DroppedDatagrams droppedDatagrams,
        int datagramBytes,
        long latestRttNanos,
        long smoothedRttNanos,
        long minRttNanos,
        long inflightBytes,
        long rateBytesPerSecond,
        long queueMeanNanos,
        long queueP95Nanos) {}
