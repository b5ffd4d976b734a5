package org.fastsend.it.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The part of a document that a command writes: what stands between a line that names the command and one that ends
/// it.
///
/// @param command as people type it
public record MarkedPart(Path document, String command) {
    private static final String END = "<!-- end -->";

    /// What stands there now. Fails if there is no such document, or it has no such lines.
    public String read() throws IOException {
        String text = text();
        return text.substring(begin(text), end(text));
    }

    /// Puts whole lines in its place. Fails, and leaves the document alone, if it has no place for them.
    public void write(String lines) throws IOException {
        String text = text();
        Files.writeString(document, text.substring(0, begin(text)) + "\n" + lines + text.substring(end(text)));
    }

    private String text() throws IOException {
        try {
            return Files.readString(document);
        } catch (NoSuchFileException e) {
            throw new IOException(document + " does not exist; it must have a line " + mark(), e);
        }
    }

    private String mark() {
        return "<!-- begin: " + command + " -->";
    }

    private int begin(String text) throws IOException {
        int begin = text.indexOf(mark());
        if (begin < 0) {
            throw new IOException(document + " has no line " + mark());
        }
        return begin + mark().length();
    }

    private int end(String text) throws IOException {
        int end = text.indexOf(END, begin(text));
        if (end < 0) {
            throw new IOException(document + " has no line " + END + " below " + mark());
        }
        return end;
    }
}
