package org.fastsend.core.sim;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.fastsend.core.channel.Refusal;

/// The asking end of a channel to a relay. As with a real one, each put and get that was asked for is answered once
/// unless the channel goes down, a cancelled one included; and going down is the last that is heard.
///
/// @param <B> what a block consists of
public final class SimChannel<B> {
    /// Who hears the answers.
    public interface Listener<B> {
        void stored(int block);

        void arrived(int block, B content);

        void refused(int block, Refusal refusal);

        void lost(int block);

        void confirmed();

        void down(String reason);
    }

    private static final int REQUEST_BYTES = 64;

    private final Simulation simulation;
    private final SimRelay<B> relay;
    private final SimLink there;
    private final SimLink back;
    private final Listener<B> listener;
    private final int blockBytes;
    private final Set<Integer> outstanding = new LinkedHashSet<>();
    private boolean open = true;
    private boolean broken;

    /// @param there carries what is asked, `back` the answers
    public SimChannel(
            Simulation simulation,
            SimRelay<B> relay,
            SimLink there,
            SimLink back,
            int blockBytes,
            Listener<B> listener) {
        this.simulation = simulation;
        this.relay = relay;
        this.there = there;
        this.back = back;
        this.blockBytes = blockBytes;
        this.listener = listener;
        relay.opened(this);
    }

    public void put(int block, int bytes, B content) {
        ask(block, bytes, () -> relay.put(this, block, content));
    }

    public void get(int block) {
        ask(block, REQUEST_BYTES, () -> relay.get(this, block));
    }

    public void confirm() {
        there.send(REQUEST_BYTES, () -> ifRelayHears(() -> answer(REQUEST_BYTES, listener::confirmed)));
    }

    /// It may be answered as if nothing was said; or, half the time, it is lost.
    public void cancel(int block) {
        if (simulation.chance(0.5)) {
            simulation.after(Simulation.MILLISECOND, () -> end(block, () -> listener.lost(block)));
        }
    }

    /// Nothing more is heard of it.
    public void close() {
        open = false;
        outstanding.clear();
        relay.closed(this);
    }

    private void ask(int block, int bytes, Runnable served) {
        if (!outstanding.add(block)) {
            throw new AssertionError("block " + block + " was asked for twice at once");
        }
        boolean lost = simulation.chance(relay.faults().losing);
        there.send(bytes, () -> {
            if (lost) {
                answer(REQUEST_BYTES, () -> end(block, () -> listener.lost(block)));
            } else {
                ifRelayHears(served);
            }
        });
    }

    private void ifRelayHears(Runnable served) {
        if (open && !broken && !relay.faults().silent) {
            served.run();
        }
    }

    private void answer(int bytes, Runnable heard) {
        if (open && !broken && !relay.faults().silent) {
            back.send(bytes, () -> {
                if (open) {
                    heard.run();
                }
            });
        }
    }

    private void end(int block, Runnable told) {
        if (open && outstanding.remove(block)) {
            told.run();
        }
    }

    void stored(int block) {
        answer(REQUEST_BYTES, () -> end(block, () -> listener.stored(block)));
    }

    void deliver(int block, B content) {
        answer(blockBytes, () -> end(block, () -> listener.arrived(block, content)));
    }

    void refuse(int block, Refusal refusal) {
        answer(REQUEST_BYTES, () -> end(block, () -> listener.refused(block, refusal)));
    }

    /// The relay crashed: this end hears of it a little later.
    void breakDown() {
        broken = true;
        simulation.after(simulation.between(1, 20 * Simulation.MILLISECOND), () -> {
            if (open) {
                open = false;
                List.copyOf(outstanding).forEach(listener::lost);
                outstanding.clear();
                listener.down("connection reset");
            }
        });
    }
}
