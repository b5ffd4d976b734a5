package org.fastsend.core.seal;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.zip.Deflater;

/// Compresses one block's data if that is worth the time: a sample of the block is tried first, because most large
/// files are compressed already and a sender's time is what FSP saves. Thread-safe: each call has its own compressor,
/// whose native memory is freed before it returns.
final class Compressor {
    /// Blocks up to this size are not sampled but tried.
    static final int SAMPLED_FROM_BYTES = 64 << 10;

    private static final int PIECES = 4;
    private static final int PIECE_BYTES = 4 << 10;
    private static final int SAMPLE_BYTES = PIECES * PIECE_BYTES;
    /// A sample must shrink by a sixteenth.
    private static final int WORTHWHILE_BYTES = SAMPLE_BYTES - SAMPLE_BYTES / 16;

    private static final int FASTEST = 1;

    private final Compression compression;

    Compressor(Compression compression) {
        this.compression = compression;
    }

    int code() {
        return compression.code();
    }

    /// Compresses what remains in {@code data} to where {@code out} stands and returns the length; both are
    /// heap buffers whose positions do not move. Empty if the data are better stored as they are, because
    /// they look incompressible or did not shrink; {@code out} then holds rubbish in as many bytes.
    OptionalInt compress(ByteBuffer data, ByteBuffer out) {
        if (compression instanceof Compression.None || data.remaining() < 2 || !looksWorthwhile(data, out)) {
            return OptionalInt.empty();
        }
        return compress(compression, data, out, data.remaining() - 1);
    }

    private boolean looksWorthwhile(ByteBuffer data, ByteBuffer scratch) {
        if (data.remaining() <= SAMPLED_FROM_BYTES) {
            return true;
        }
        byte[] sample = new byte[SAMPLE_BYTES];
        int stride = (data.remaining() - PIECE_BYTES) / (PIECES - 1);
        for (int i = 0; i < PIECES; i++) {
            data.get(data.position() + i * stride, sample, i * PIECE_BYTES, PIECE_BYTES);
        }
        Compression fastest =
                compression instanceof Compression.Zlib ? new Compression.Zlib(FASTEST) : new Compression.Zstd(FASTEST);
        return compress(fastest, ByteBuffer.wrap(sample), scratch, WORTHWHILE_BYTES)
                .isPresent();
    }

    /// Compresses into at most {@code room} bytes; empty if they do not suffice.
    private static OptionalInt compress(Compression how, ByteBuffer data, ByteBuffer out, int room) {
        return switch (how) {
            case Compression.None _ -> OptionalInt.empty();
            case Compression.Zstd(int level) -> zstd(level, data, out, room);
            case Compression.Zlib(int level) -> zlib(level, data, out, room);
        };
    }

    private static OptionalInt zstd(int level, ByteBuffer data, ByteBuffer out, int room) {
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            return OptionalInt.of(context.setLevel(level)
                    .compressByteArray(
                            out.array(),
                            out.arrayOffset() + out.position(),
                            room,
                            data.array(),
                            data.arrayOffset() + data.position(),
                            data.remaining()));
        } catch (ZstdException e) {
            if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
                return OptionalInt.empty();
            }
            throw new IllegalStateException("zstd could not compress a block", e);
        }
    }

    private static OptionalInt zlib(int level, ByteBuffer data, ByteBuffer out, int room) {
        Deflater deflater = new Deflater(level);
        try {
            deflater.setInput(data.duplicate());
            deflater.finish();
            int written = deflater.deflate(out.slice(out.position(), room));
            return deflater.finished() ? OptionalInt.of(written) : OptionalInt.empty();
        } finally {
            deflater.end();
        }
    }
}
