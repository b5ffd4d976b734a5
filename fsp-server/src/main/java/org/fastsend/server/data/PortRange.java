package org.fastsend.server.data;

/// The ports that passive data connections may use.
///
/// @param first lowest port, or 0 for any the system gives
/// @param last highest port
public record PortRange(int first, int last) {
    private static final int MAX_PORT = 65535;

    public static final PortRange ANY = new PortRange(0, 0);

    public PortRange {
        if (first < 0 || last < first || last > MAX_PORT || (first == 0 && last != 0)) {
            throw new IllegalArgumentException("not a range of ports: " + first + "-" + last);
        }
    }

    /// Parses `a-b`; throws IllegalArgumentException on anything else.
    public static PortRange parse(String text) {
        String[] ends = text.split("-", -1);
        if (ends.length != 2) {
            throw new IllegalArgumentException("a range of ports looks like 50000-50100, not " + text);
        }
        return new PortRange(Integer.parseInt(ends[0].strip()), Integer.parseInt(ends[1].strip()));
    }

    public int size() {
        return last - first + 1;
    }
}
