package org.fastsend.core.net;

/// What a data stream travels on.
enum Carrier {
    TCP,
    UDP
}
