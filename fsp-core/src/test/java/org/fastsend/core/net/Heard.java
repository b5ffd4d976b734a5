package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.FspException;

/// A listener that writes down what it hears, in order.
final class Heard implements ChannelListener {
    /// One call of the listener.
    sealed interface Call {
        record Stored(int number) implements Call {}

        record Came(int number, byte[] bytes) implements Call {}

        record Bad(int number, String reason) implements Call {}

        record Refused(int number, Refusal refusal, String reason) implements Call {}

        record Lost(int number, String reason) implements Call {}

        record Down(FspException cause) implements Call {}
    }

    private static final long PATIENCE_SECONDS = 20;

    private final LinkedBlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    private final Buffers buffers;

    /// @param buffers where the blocks that come belong
    Heard(Buffers buffers) {
        this.buffers = buffers;
    }

    Call next() throws InterruptedException {
        Call call = calls.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (call == null) {
            throw new AssertionError("nothing was heard for " + PATIENCE_SECONDS + " s");
        }
        return call;
    }

    <T extends Call> T next(Class<T> kind) throws InterruptedException {
        return assertInstanceOf(kind, next());
    }

    List<Call> next(int count) throws InterruptedException {
        List<Call> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(next());
        }
        return some;
    }

    void assertSilence() {
        assertTrue(calls.isEmpty(), () -> "heard " + calls);
    }

    @Override
    public void onStored(int number) {
        calls.add(new Call.Stored(number));
    }

    @Override
    public void onBlock(SealedBlock block) {
        byte[] bytes = new byte[block.length()];
        block.bytes().duplicate().get(bytes);
        buffers.give(block.bytes());
        calls.add(new Call.Came(block.number(), bytes));
    }

    @Override
    public void onBad(int number, String reason) {
        calls.add(new Call.Bad(number, reason));
    }

    @Override
    public void onRefused(int number, Refusal refusal, String reason) {
        calls.add(new Call.Refused(number, refusal, reason));
    }

    @Override
    public void onLost(int number, String reason) {
        calls.add(new Call.Lost(number, reason));
    }

    @Override
    public void onDown(FspException cause) {
        calls.add(new Call.Down(cause));
    }
}
