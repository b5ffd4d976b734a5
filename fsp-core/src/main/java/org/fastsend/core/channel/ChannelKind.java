package org.fastsend.core.channel;

import java.util.Locale;

/// What blocks travel on between two hosts.
public enum ChannelKind {
    /// Parallel TCP streams.
    TCP,
    /// The delay-based UDP channel; fails where UDP does not get through.
    UDP,
    /// UDP where it gets through and is worth it, else TCP; changes its mind while a transfer runs.
    AUTO;

    /// Throws IllegalArgumentException with a line for people.
    public static ChannelKind parse(String text) {
        for (ChannelKind kind : values()) {
            if (kind.label().equals(text.toLowerCase(Locale.ROOT))) {
                return kind;
            }
        }
        throw new IllegalArgumentException("'" + text + "' is no channel; it must be tcp, udp or auto");
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
