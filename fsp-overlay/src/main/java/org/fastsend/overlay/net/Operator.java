package org.fastsend.overlay.net;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Whoever answers for a relay, by the name in its certificate, which the federation's authority wrote: what stands
/// before the first dot. `ethz.r1` and `ethz.r2` have one operator; a name without a dot is its own.
final class Operator {
    private Operator() {}

    /// The operator's number in contacts; never 0.
    static int of(String memberName) {
        int dot = memberName.indexOf('.');
        String operator = dot < 0 ? memberName : memberName.substring(0, dot);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(operator.getBytes(StandardCharsets.UTF_8));
            int number = ByteBuffer.wrap(digest).getInt();
            return number == 0 ? 1 : number;
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
