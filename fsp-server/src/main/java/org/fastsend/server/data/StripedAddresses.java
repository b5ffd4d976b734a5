package org.fastsend.server.data;

import java.io.IOException;
import java.util.List;

/// Addresses of one receiver that the server connects to in turn (SPOR, GFD.20).
public final class StripedAddresses implements DataEndpoint {
    private final List<ActiveAddress> addresses;
    private int next;

    public StripedAddresses(List<ActiveAddress> addresses) {
        this.addresses = List.copyOf(addresses);
    }

    @Override
    public synchronized DataConnection connect(long timeoutNanos, Runnable beforeWaiting) throws IOException {
        ActiveAddress address = addresses.get(next);
        next = (next + 1) % addresses.size();
        return address.connect(timeoutNanos, beforeWaiting);
    }

    @Override
    public int stripes() {
        return addresses.size();
    }

    @Override
    public void close() {
        addresses.forEach(ActiveAddress::close);
    }
}
