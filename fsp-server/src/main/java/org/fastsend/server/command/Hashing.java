package org.fastsend.server.command;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.fastsend.server.data.ByteRanges.Range;
import org.fastsend.server.files.Entry;
import org.fastsend.server.files.HashAlgorithm;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.net.ClientNetwork;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Part;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Running;
import org.fastsend.server.session.Session;

/// Reads a file to hash it, beside the control connection, so that ABOR or the client's going ends it. Few run at the
/// same time in a server: more only compete for its processors.
final class Hashing implements Running {
    private static final int CHUNK_BYTES = 256 << 10;

    private final FileChannel file;
    private final VirtualPath path;
    private final Range range;
    private final HashAlgorithm algorithm;
    private final HashTurns turns;
    private final ClientNetwork client;
    private final Function<String, Reply> answer;
    private final AtomicLong done = new AtomicLong();

    private Hashing(
            FileChannel file,
            VirtualPath path,
            Range range,
            HashAlgorithm algorithm,
            HashTurns turns,
            ClientNetwork client,
            Function<String, Reply> answer) {
        this.file = file;
        this.path = path;
        this.range = range;
        this.algorithm = algorithm;
        this.turns = turns;
        this.client = client;
        this.answer = answer;
    }

    /// What the verbs that hash share: who may do so now.
    record Bench(HashTurns turns) {
        static Bench of(int atOnce) {
            return new Bench(new HashTurns(atOnce));
        }

        /// The outcome that hashes a part of a file.
        ///
        /// @param answer makes the reply out of the range that there is and its hash
        Outcome hash(Session session, String argument, Part part, HashAlgorithm algorithm, Answer answer)
                throws Refused, IOException {
            VirtualPath path = session.path(argument);
            Path real = session.treeToRead().existing(path);
            if (Entry.read(real, path.name()).kind() != Entry.Kind.FILE) {
                throw new FileSystemException(argument, null, "not a regular file");
            }
            FileChannel file = session.treeToRead().open(real);
            long size = file.size();
            if (!part.beginsWithin(size)) {
                file.close();
                throw new Refused(ReplyCode.BAD_ARGUMENT, "The file has only " + size + " bytes");
            }
            Range range = part.of(size).stream().findFirst().orElse(new Range(size, size));
            ClientNetwork client = ClientNetwork.of(session.peer());
            return new Outcome.Work(
                    new Hashing(file, path, range, algorithm, turns, client, hex -> answer.reply(range, hex)));
        }
    }

    /// Says the hash as a verb says it.
    interface Answer {
        Reply reply(Range range, String hex);
    }

    @Override
    public Reply run() {
        try (file;
                HashTurns.Turn _ = turns.take(client)) {
            return answer.apply(hash());
        } catch (InterruptedException | ClosedByInterruptException _) {
            return Reply.of(ReplyCode.TRANSFER_BROKEN, "Hashing stopped");
        } catch (IOException e) {
            return FileFailure.reply(e, path.toString());
        }
    }

    private String hash() throws IOException {
        HashAlgorithm.Hasher hasher = algorithm.start();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        while (done.get() < range.length()) {
            chunk.clear().limit((int) Math.min(CHUNK_BYTES, range.length() - done.get()));
            int read = file.read(chunk, range.from() + done.get());
            if (read < 0) {
                throw new EOFException("the file became shorter while it was hashed");
            }
            hasher.update(chunk.flip());
            done.addAndGet(read);
        }
        return hasher.hex();
    }

    @Override
    public String progress() {
        return "hashing " + path + ": " + done.get() + " bytes so far";
    }
}
