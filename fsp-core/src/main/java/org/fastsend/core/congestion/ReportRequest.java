package org.fastsend.core.congestion;

/// A wish that the receiver report at once on what is sent next. Not thread-safe.
final class ReportRequest {
    private boolean open;

    void set(boolean wished) {
        open = wished;
    }

    /// Whether it is; says so once.
    boolean take() {
        boolean was = open;
        open = false;
        return was;
    }
}
