package org.fastsend.server.reply;

import java.util.ArrayList;
import java.util.List;

/// One reply of RFC 959 section 4.2: a code and a line of text, or several. Names from disks and clients may stand
/// in the text: whatever is a control character there is sent as `?`, so no name can forge a reply.
///
/// @param code what the reply means
/// @param lines one line or more; those between the first and the last are sent behind a space, as RFC 2389 and RFC
///     3659 want them
public record Reply(ReplyCode code, List<String> lines) {
    public Reply {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("a reply has at least one line");
        }
    }

    public static Reply of(ReplyCode code, String text) {
        return new Reply(code, List.of(text));
    }

    /// A reply of several lines: a heading, lines behind a space, and an end.
    public static Reply list(ReplyCode code, String heading, List<String> inner, String end) {
        List<String> lines = new ArrayList<>(inner.size() + 2);
        lines.add(heading);
        lines.addAll(inner);
        lines.add(end);
        return new Reply(code, lines);
    }

    /// A path name between double quotes, its own doubled (RFC 959 appendix II).
    public static String quoted(Object path) {
        return '"' + path.toString().replace("\"", "\"\"") + '"';
    }

    /// 4xx or 5xx: the command was not done.
    public boolean isFailure() {
        return code.number() >= 400;
    }

    /// The reply as it goes over the wire, in lines that end in CR LF.
    public String encode() {
        StringBuilder out = new StringBuilder();
        int last = lines.size() - 1;
        for (int i = 0; i <= last; i++) {
            if (i == last) {
                out.append(code.number()).append(' ');
            } else if (i == 0) {
                out.append(code.number()).append('-');
            } else {
                out.append(' ');
            }
            appendPrintable(out, lines.get(i));
            out.append("\r\n");
        }
        return out.toString();
    }

    private static void appendPrintable(StringBuilder out, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            out.append(Character.isISOControl(c) ? '?' : c);
        }
    }
}
