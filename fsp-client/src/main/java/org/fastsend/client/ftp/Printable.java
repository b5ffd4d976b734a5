package org.fastsend.client.ftp;

/// What a server sent, fit to be shown on a terminal: no control characters (an escape sequence could
/// rewrite the screen), no line breaks.
public final class Printable {
    private static final int MAX_CHARS = 300;

    private Printable() {}

    /// The whole text with a question mark for every character that does not print.
    public static String of(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> clean.appendCodePoint(
                        Character.isISOControl(c)
                                        || Character.getType(c) == Character.FORMAT
                                        || Character.getType(c) == Character.LINE_SEPARATOR
                                        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR
                                ? '?'
                                : c));
        return clean.toString();
    }

    /// The same, cut to what fits a message.
    public static String brief(String text) {
        String clean = of(text.strip());
        return clean.length() <= MAX_CHARS ? clean : clean.substring(0, MAX_CHARS) + "...";
    }
}
