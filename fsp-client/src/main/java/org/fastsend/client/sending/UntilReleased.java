package org.fastsend.client.sending;

import java.util.function.Consumer;
import org.fastsend.core.event.TransferEvent;

/// Passes a job's events on except its release, which is not to be announced before everything is done that
/// it depends on.
record UntilReleased(Consumer<TransferEvent> listener) implements Consumer<TransferEvent> {
    @Override
    public void accept(TransferEvent event) {
        if (!(event instanceof TransferEvent.Released)) {
            listener.accept(event);
        }
    }
}
