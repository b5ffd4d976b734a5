package org.fastsend.server.listing;

import java.util.ArrayList;
import java.util.List;

/// A pattern of `*`, `?` and `[...]` for names in one directory. Matching takes time proportional to pattern times
/// name at worst, whatever the pattern.
public final class NamePattern {
    private final List<Token> tokens;
    private final boolean meansHidden;

    /// Stands for one character of a name, or with a star for any number.
    private sealed interface Token {
        record Star() implements Token {}

        record Any() implements Token {}

        record Literal(char character) implements Token {}

        /// Ranges of characters, two of `bounds` each.
        record Set(String bounds, boolean negated) implements Token {}

        default boolean takes(char character) {
            return switch (this) {
                case Star _ -> false;
                case Any _ -> true;
                case Literal(char wanted) -> character == wanted;
                case Set(String bounds, boolean negated) -> {
                    boolean inside = false;
                    for (int i = 0; i < bounds.length(); i += 2) {
                        inside |= bounds.charAt(i) <= character && character <= bounds.charAt(i + 1);
                    }
                    yield inside != negated;
                }
            };
        }
    }

    public NamePattern(String pattern) {
        tokens = tokens(pattern);
        meansHidden = pattern.startsWith(".");
    }

    /// Whether the text means more names than one.
    public static boolean isPattern(String text) {
        return tokens(text).stream().anyMatch(token -> !(token instanceof Token.Literal));
    }

    /// A leading dot must be spelled out, as shells want it.
    public boolean matches(String name) {
        if (name.startsWith(".") && !meansHidden) {
            return false;
        }
        int p = 0;
        int n = 0;
        int star = -1;
        int starName = 0;
        while (n < name.length()) {
            if (p < tokens.size() && tokens.get(p) instanceof Token.Star) {
                star = p++;
                starName = n;
            } else if (p < tokens.size() && tokens.get(p).takes(name.charAt(n))) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++starName;
            } else {
                return false;
            }
        }
        while (p < tokens.size() && tokens.get(p) instanceof Token.Star) {
            p++;
        }
        return p == tokens.size();
    }

    private static List<Token> tokens(String pattern) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < pattern.length()) {
            char character = pattern.charAt(at);
            int end = character == '[' ? endOfSet(pattern, at) : -1;
            if (end > 0) {
                tokens.add(set(pattern.substring(at + 1, end)));
                at = end + 1;
            } else {
                tokens.add(
                        switch (character) {
                            case '*' -> new Token.Star();
                            case '?' -> new Token.Any();
                            default -> new Token.Literal(character);
                        });
                at++;
            }
        }
        return tokens;
    }

    /// Where the bracket closes, which just behind the opening one means itself; negative if nowhere.
    private static int endOfSet(String pattern, int open) {
        int first = open + 1 < pattern.length() && isNegation(pattern.charAt(open + 1)) ? open + 2 : open + 1;
        return pattern.indexOf(']', first + 1);
    }

    private static boolean isNegation(char character) {
        return character == '!' || character == '^';
    }

    private static Token set(String content) {
        boolean negated = isNegation(content.charAt(0));
        String members = negated ? content.substring(1) : content;
        StringBuilder bounds = new StringBuilder();
        int at = 0;
        while (at < members.length()) {
            boolean range = at + 2 < members.length() && members.charAt(at + 1) == '-';
            bounds.append(members.charAt(at)).append(members.charAt(range ? at + 2 : at));
            at += range ? 3 : 1;
        }
        return new Token.Set(bounds.toString(), negated);
    }
}
