package org.fastsend.server.command;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.fastsend.server.files.HashAlgorithm;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// HASH: the hash of a file, or of the part that RANG said, by the algorithm that OPTS HASH chose
/// (draft-bryan-ftpext-hash).
///
/// @param bench shared with the other verbs that hash
record Hash(Hashing.Bench bench) implements Verb {
    @Override
    public String name() {
        return "HASH";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("HASH "
                + Arrays.stream(HashAlgorithm.values())
                        .map(algorithm ->
                                algorithm + (algorithm == session.parameters().hashAlgorithm() ? "*" : ""))
                        .collect(Collectors.joining(";")));
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        HashAlgorithm algorithm = session.parameters().hashAlgorithm();
        return bench.hash(
                session,
                argument,
                session.parameters().takePart(),
                algorithm,
                (range, hex) -> Reply.of(
                        ReplyCode.FILE_STATUS,
                        algorithm + " " + range.from() + "-" + Math.max(range.from(), range.to() - 1) + " " + hex + " "
                                + argument));
    }
}
