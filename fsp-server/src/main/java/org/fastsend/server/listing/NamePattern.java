package org.fastsend.server.listing;

/// A pattern of `*` and `?` for names in one directory. Matching takes time proportional to pattern times name at
/// worst, whatever the pattern.
public record NamePattern(String pattern) {
    /// Whether the text means more names than one.
    public static boolean isPattern(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    /// A leading dot must be spelled out, as shells want it.
    public boolean matches(String name) {
        if (name.startsWith(".") && !pattern.startsWith(".")) {
            return false;
        }
        int p = 0;
        int n = 0;
        int star = -1;
        int starName = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                starName = n;
            } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++starName;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
