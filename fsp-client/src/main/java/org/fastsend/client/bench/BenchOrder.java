package org.fastsend.client.bench;

import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.OptionalInt;
import org.fastsend.core.net.Carriage;

/// What to measure.
///
/// @param streams TCP streams or UDP sessions; empty: as a transfer would
/// @param seconds how long, unless `bytes` come first
/// @param bytes how much at most
/// @param read where what is sent comes from, instead of memory
/// @param write where what comes is written; if it is given, this end receives, otherwise it sends
public record BenchOrder(
        String host,
        int port,
        Carriage carriage,
        OptionalInt streams,
        double seconds,
        long bytes,
        Optional<FileChannel> read,
        Optional<FileChannel> write) {}
