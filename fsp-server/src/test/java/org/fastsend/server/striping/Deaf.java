package org.fastsend.server.striping;

import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.FspException;

/// Listens to a channel on which nothing is asked.
final class Deaf implements ChannelListener {
    @Override
    public void onStored(int number) {
        throw new AssertionError("nothing was put");
    }

    @Override
    public void onBlock(SealedBlock block) {
        throw new AssertionError("nothing was asked for");
    }

    @Override
    public void onRefused(int number, Refusal refusal, String reason) {
        throw new AssertionError("nothing was asked for");
    }

    @Override
    public void onBad(int number, String reason) {
        throw new AssertionError("nothing was asked for");
    }

    @Override
    public void onLost(int number, String reason) {
        throw new AssertionError("nothing was asked for");
    }

    @Override
    public void onDown(FspException cause) {
        // as every channel is in the end
    }
}
