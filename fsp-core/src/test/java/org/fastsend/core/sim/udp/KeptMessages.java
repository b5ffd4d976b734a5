package org.fastsend.core.sim.udp;

import java.util.HashMap;
import java.util.Map;
import org.fastsend.core.transport.MessageSink;

/// Messages that came, put together and kept; nothing is released.
public final class KeptMessages implements MessageSink {
    private final Map<Long, byte[]> messages = new HashMap<>();

    /// What came of that message, zeros where nothing did.
    public byte[] get(long id) {
        return messages.get(id);
    }

    @Override
    public void write(long id, int messageLength, int offset, byte[] bytes, int from, int length) {
        byte[] message = messages.computeIfAbsent(id, any -> new byte[messageLength]);
        System.arraycopy(bytes, from, message, offset, length);
    }

    @Override
    public void readBack(long id, int offset, byte[] into, int length) {
        System.arraycopy(messages.get(id), offset, into, 0, length);
    }
}
