package org.fastsend.core.seal;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.fastsend.core.block.BlockFormatException;

/// Decompresses one block's data into a buffer of exactly the stated size: what would be more or less is refused, and
/// no size is taken from the compressed bytes themselves.
final class Decompressor {
    private Decompressor() {}

    /// Fills what remains of {@code into}, whose position does not move, from what remains in {@code
    /// stored}; both are heap buffers.
    ///
    /// @param code see {@link Compression#code}
    static void decompress(int code, ByteBuffer stored, ByteBuffer into) throws BlockFormatException {
        int made = switch (code) {
            case Compression.Zstd.CODE -> zstd(stored, into);
            case Compression.Zlib.CODE -> zlib(stored, into.duplicate());
            default -> throw new BlockFormatException("unknown compression " + code);
        };
        if (made != into.remaining()) {
            throw new BlockFormatException("block's data come to " + made + " bytes, not " + into.remaining());
        }
    }

    private static int zstd(ByteBuffer stored, ByteBuffer into) throws BlockFormatException {
        try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
            return context.decompressByteArray(
                    into.array(),
                    into.arrayOffset() + into.position(),
                    into.remaining(),
                    stored.array(),
                    stored.arrayOffset() + stored.position(),
                    stored.remaining());
        } catch (ZstdException e) {
            throw new BlockFormatException("block's data are no zstd of that size: " + e.getMessage());
        }
    }

    private static int zlib(ByteBuffer stored, ByteBuffer into) throws BlockFormatException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(stored.duplicate());
            int made = inflater.inflate(into);
            if (!inflater.finished()) {
                made += inflater.inflate(new byte[1]); // the trailer may be left when the room is used up
            }
            if (!inflater.finished() || inflater.getRemaining() > 0) {
                throw new BlockFormatException("block's data are no zlib of that size");
            }
            return made;
        } catch (DataFormatException e) {
            throw new BlockFormatException("block's data are no zlib: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }
}
