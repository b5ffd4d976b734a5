package org.fastsend.it.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// What the TCP channel itself costs, both ends of it in one process: 1,000 operations are 1,000 blocks of 1 MiB.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class ChannelBenchmark {
    @Param({"1", "4", "16"})
    public int streams = 4;

    private final LoopbackChannel loopback = new LoopbackChannel();

    @Setup(Level.Trial)
    public void setStreams() {
        loopback.streams(streams);
    }

    @TearDown(Level.Trial)
    public void close() {
        loopback.close();
    }

    @Benchmark
    @OperationsPerInvocation(LoopbackChannel.BLOCKS)
    public void put() throws InterruptedException {
        loopback.putAll();
    }

    @Benchmark
    @OperationsPerInvocation(LoopbackChannel.BLOCKS)
    public void get() throws InterruptedException {
        loopback.getAll();
    }
}
