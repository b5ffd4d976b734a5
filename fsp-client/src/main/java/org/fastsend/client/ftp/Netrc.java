package org.fastsend.client.ftp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The logins of a `~/.netrc` file, as ftp(1) describes it: `machine HOST login NAME password WORD`,
/// `default` for every other host, `account` and macros skipped, words in double quotes with backslashes.
/// Words that mean nothing are ignored, as every other reader does.
public final class Netrc {
    private final List<Entry> entries;

    private record Entry(Optional<String> machine, Optional<String> login, Optional<String> password) {
        boolean covers(String host) {
            return machine.map(host::equalsIgnoreCase).orElse(true);
        }
    }

    private Netrc(List<Entry> entries) {
        this.entries = entries;
    }

    public static Netrc parse(String text) {
        return new Netrc(new Reader(words(withoutMacros(text))).entries());
    }

    /// The first entry that covers the host and, if one is named, the user. An entry without a password is
    /// of no use.
    public Optional<Login> find(String host, Optional<String> user) {
        return entries.stream()
                .filter(e -> e.covers(host) && e.password.isPresent())
                .filter(e -> user.isEmpty() || e.login.isEmpty() || e.login.equals(user))
                .findFirst()
                .flatMap(e -> user.or(e::login).map(name -> new Login(name, e.password.orElseThrow())));
    }

    /// A macro runs from `macdef NAME` to the next empty line.
    private static String withoutMacros(String text) {
        StringBuilder kept = new StringBuilder();
        boolean inMacro = false;
        for (String line : text.lines().toList()) {
            if (inMacro) {
                inMacro = !line.isBlank();
            } else if (line.strip().startsWith("macdef")) {
                inMacro = true;
            } else if (!line.strip().startsWith("#")) {
                kept.append(line).append('\n');
            }
        }
        return kept.toString();
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        boolean inWord = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' && (quoted || !inWord)) {
                quoted = !quoted;
                inWord = true;
            } else if (c == '\\' && quoted && i + 1 < text.length()) {
                word.append(text.charAt(++i));
            } else if (Character.isWhitespace(c) && !quoted) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                    inWord = false;
                }
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    /// Walks the words once; a value belongs to the machine named last.
    private static final class Reader {
        private final List<String> words;
        private final List<Entry> entries = new ArrayList<>();

        Reader(List<String> words) {
            this.words = words;
        }

        List<Entry> entries() {
            int at = 0;
            while (at < words.size()) {
                String word = words.get(at++);
                boolean hasValue = at < words.size();
                switch (word) {
                    case "default" -> entries.add(new Entry(Optional.empty(), Optional.empty(), Optional.empty()));
                    case "machine" -> {
                        if (hasValue) {
                            entries.add(new Entry(Optional.of(words.get(at++)), Optional.empty(), Optional.empty()));
                        }
                    }
                    case "login", "password", "account" -> {
                        if (hasValue) {
                            set(word, words.get(at++));
                        }
                    }
                    default -> {}
                }
            }
            return List.copyOf(entries);
        }

        private void set(String field, String value) {
            if (entries.isEmpty()) {
                return;
            }
            Entry last = entries.removeLast();
            entries.add(
                    switch (field) {
                        case "login" -> new Entry(last.machine, Optional.of(value), last.password);
                        case "password" -> new Entry(last.machine, last.login, Optional.of(value));
                        default -> last;
                    });
        }
    }
}
