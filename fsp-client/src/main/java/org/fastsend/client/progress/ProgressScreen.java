package org.fastsend.client.progress;

import java.io.PrintWriter;

/// Where progress is shown: a line that is drawn over itself on a terminal, with remarks scrolling past
/// above it; nothing at all elsewhere. Thread-safe.
public final class ProgressScreen {
    private final PrintWriter out;
    private final boolean terminal;
    private final int columns;
    private boolean drawn;

    /// @param terminal whether `out` leads to one
    public ProgressScreen(PrintWriter out, boolean terminal, int columns) {
        this.out = out;
        this.terminal = terminal;
        this.columns = columns;
    }

    /// One that shows nothing.
    public static ProgressScreen silent() {
        return new ProgressScreen(new PrintWriter(PrintWriter.nullWriter()), false, 80);
    }

    public synchronized void draw(ProgressLine line) {
        if (terminal) {
            String text = line.render(columns);
            out.print("\r" + text + " ".repeat(Math.max(0, columns - 1 - text.length())));
            out.flush();
            drawn = true;
        }
    }

    /// Something a person should know now; it is part of the final report too.
    public synchronized void remark(String text) {
        if (terminal) {
            erase();
            out.println(text);
            out.flush();
        }
    }

    /// Takes the moving line away.
    public synchronized void clear() {
        erase();
        out.flush();
    }

    private void erase() {
        if (drawn) {
            out.print("\r" + " ".repeat(columns - 1) + "\r");
            drawn = false;
        }
    }
}
