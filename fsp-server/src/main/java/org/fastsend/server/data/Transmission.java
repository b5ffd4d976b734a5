package org.fastsend.server.data;

import java.io.IOException;
import java.util.zip.Deflater;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.net.StreamThreads;

/// How a session's transfers go over the wire, as the client chose it.
///
/// @param deflateLevel zlib's level for MODE Z, 0 to 9
/// @param parallelism connections that the server makes to each address when it sends in MODE E
public record Transmission(TransferMode mode, int deflateLevel, int parallelism) {
    public static final int MAX_DEFLATE_LEVEL = Deflater.BEST_COMPRESSION;

    /// More streams help nobody, and each costs a thread.
    public static final int MAX_PARALLELISM = 64;

    public static final Transmission DEFAULT = new Transmission(TransferMode.STREAM, 6, 1);

    public Transmission {
        if (deflateLevel < 0 || deflateLevel > MAX_DEFLATE_LEVEL) {
            throw new IllegalArgumentException("a level is 0 to " + MAX_DEFLATE_LEVEL);
        }
        if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
            throw new IllegalArgumentException("streams are 1 to " + MAX_PARALLELISM);
        }
    }

    /// Starts a transfer. In modes with a single connection it has come when this returns.
    public DataFlow open(DataConnector connector, TransferMarkers markers, StreamThreads threads, NanoClock clock)
            throws IOException, InterruptedException {
        if (mode == TransferMode.EXTENDED) {
            return new ExtendedFlow(connector, streams(connector), markers, threads, clock);
        }
        DataConnection connection;
        try (connector) {
            connection = connector.open();
        }
        return switch (mode) {
            case STREAM, EXTENDED -> connection;
            case BLOCK -> new FramedFlow(connection, new BlockFraming());
            case DEFLATED -> new FramedFlow(connection, new DeflateFraming(deflateLevel));
        };
    }

    private int streams(DataConnector connector) {
        return Math.min(MAX_PARALLELISM, parallelism * connector.endpoint().stripes());
    }

    public Transmission with(TransferMode chosen) {
        return new Transmission(chosen, deflateLevel, parallelism);
    }

    public Transmission withDeflateLevel(int level) {
        return new Transmission(mode, level, parallelism);
    }

    public Transmission withParallelism(int streams) {
        return new Transmission(mode, deflateLevel, streams);
    }
}
