package org.fastsend.overlay.message;

import java.util.stream.IntStream;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.overlay.message.Message.Measure;

/// A question to measure hosts as bytes. It has as many as it makes others send: whoever asks for a flood has to send
/// one. Stateless.
final class MeasureCodec {
    /// A probe's datagram: its type, and in it the message's and a nonce.
    private static final int PROBE_BYTES = 2 + Long.BYTES;

    private MeasureCodec() {}

    static void write(Measure measure, ByteWriter out) {
        int begin = out.length();
        out.i64(measure.number());
        MessageCodec.list(measure.targets(), ValueCodec::endpoint, out);
        MessageCodec.list(measure.told(), ValueCodec::rtt, out);
        MessageCodec.list(measure.guess(), ValueCodec::coordinate, out);
        MessageCodec.list(measure.limits(), ValueCodec::rtt, out);
        out.u8(measure.candidates());
        out.raw(new byte[zeros(measure, out.length() - begin)]);
    }

    static Measure read(ByteReader in) throws MalformedBytesException {
        int begin = in.position();
        var measure = new Measure(
                in.i64(),
                ValueCodec.list(in, MessageCodec.MAX_TARGETS, ValueCodec::endpoint),
                ValueCodec.list(in, MessageCodec.MAX_TARGETS, ValueCodec::rtt),
                ValueCodec.list(in, Query.MAX_GOALS, ValueCodec::coordinate),
                ValueCodec.list(in, Query.MAX_GOALS, ValueCodec::rtt),
                in.u8());
        if (!isSound(measure)) {
            throw new MalformedBytesException("nothing that can be measured");
        }
        for (byte zero : in.raw(zeros(measure, in.position() - begin))) {
            if (zero != 0) {
                throw new MalformedBytesException("something where a question has only zeros");
            }
        }
        return measure;
    }

    private static boolean isSound(Measure measure) {
        int targets = measure.targets().size();
        int guesses = measure.guess().size();
        int told = measure.told().size();
        return targets > 0
                && (told == 0 || told == targets)
                && (guesses == 0 || guesses == targets)
                && measure.limits().size() == guesses
                && measure.limits().stream().noneMatch(limit -> Float.isNaN(limit))
                && measure.candidates() <= MessageCodec.MAX_CONTACTS;
    }

    /// @param length of all fields before
    private static int zeros(Measure measure, int length) {
        return Math.max(0, Measure.PROBES * PROBE_BYTES * toProbe(measure) - length);
    }

    private static int toProbe(Measure measure) {
        return (int) IntStream.range(0, measure.targets().size())
                .filter(measure::isToProbe)
                .count();
    }
}
