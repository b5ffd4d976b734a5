package org.fastsend.it.bench;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.InnerBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.extent.Extent;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Writing and reading the two headers of a block, by the number of its extents.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class BlockCodecBenchmark {
    private static final int EXTENT_BYTES = 100;

    @Param({"1", "100", "4096"})
    public int extents = 1;

    private final BlockHeader outer =
            new BlockHeader(new TransferId(1, 2), 3, ChecksumAlgorithm.CRC32C, BenchmarkBlocks.BLOCK_BYTES);
    private InnerBlock inner = InnerBlock.uncompressed(BenchmarkBlocks.ONE_EXTENT);
    private ByteBuffer bytes = ByteBuffer.allocate(0);

    @Setup
    public void writeOne() {
        List<Extent> list = new ArrayList<>();
        for (int file = 0; file < extents; file++) {
            list.add(new Extent(file, 0, EXTENT_BYTES, false));
        }
        inner = InnerBlock.uncompressed(list);
        bytes = ByteBuffer.allocate(BlockHeader.LENGTH + inner.length() + inner.storedLength());
        write();
    }

    @Benchmark
    public int write() {
        outer.write(bytes.clear());
        inner.write(bytes);
        return bytes.position();
    }

    @Benchmark
    public int read() throws BlockFormatException {
        BlockHeader header = BlockHeader.read(bytes.clear());
        return header.number() + InnerBlock.read(bytes).extents().size();
    }
}
