package org.fastsend.server.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The arguments of verbs that have several: words between spaces, or between double quotes with theirs doubled.
final class Words {
    private static final Pattern WORD = Pattern.compile("\\G\\s*(?:\"((?:[^\"]|\"\")*+)\"(?=\\s|$)|(\\S++))");

    private Words() {}

    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text.strip());
        while (matcher.find()) {
            String quoted = matcher.group(1);
            words.add(quoted == null ? String.valueOf(matcher.group(2)) : quoted.replace("\"\"", "\""));
        }
        return words;
    }

    /// Two words; with more spaces in them, as lftp writes names that have some, the second begins at the only ` /`.
    /// Empty when that cannot be told.
    static Optional<List<String>> pair(String text) {
        List<String> words = of(text);
        if (words.size() == 2) {
            return Optional.of(words);
        }
        String stripped = text.strip();
        int second = stripped.indexOf(" /");
        return second > 0 && second == stripped.lastIndexOf(" /")
                ? Optional.of(List.of(stripped.substring(0, second), stripped.substring(second + 1)))
                : Optional.empty();
    }
}
