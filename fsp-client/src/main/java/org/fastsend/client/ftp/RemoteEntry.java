package org.fastsend.client.ftp;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FileKind;
import org.jspecify.annotations.Nullable;

/// What a server says about a file, directory or link. Its name is one path component: never empty, `.`,
/// `..`, and without slash, NUL, CR or LF, whatever the server sent.
///
/// @param linkTarget of a link, if the server tells
public record RemoteEntry(
        String name,
        FileKind kind,
        OptionalLong size,
        Optional<Instant> modified,
        OptionalInt mode,
        Optional<String> linkTarget) {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT);

    public RemoteEntry {
        if (name.isEmpty()
                || name.equals(".")
                || name.equals("..")
                || name.chars().anyMatch(c -> c == '/' || c == 0 || c == '\r' || c == '\n')) {
            throw new FspException(
                    ErrorCode.PROTOCOL, "the server lists '" + name.strip() + "', which is no name of a file");
        }
    }

    /// Whether this may be the same version of the same thing: nothing that is known of both differs.
    public boolean isVersionOf(RemoteEntry other) {
        return kind == other.kind
                && (size.isEmpty() || other.size.isEmpty() || size.equals(other.size))
                && (modified.isEmpty() || other.modified.isEmpty() || modified.equals(other.modified));
    }

    /// The same with what a server has said of its size and time since, as far as it has.
    RemoteEntry measured(OptionalLong newSize, Optional<Instant> newModified) {
        return new RemoteEntry(
                name, kind, newSize.isPresent() ? newSize : size, newModified.or(() -> modified), mode, linkTarget);
    }

    /// Parses a line of MLSD or MLST (RFC 3659, section 7): facts, each ended by a semicolon, a blank, the
    /// name. Empty for the directory itself, its parent, and for what is neither file, directory nor link.
    static Optional<RemoteEntry> ofFacts(String line) {
        // The last fact's semicolon, since a link's target may hold a blank.
        int blank = line.startsWith(" ") ? 0 : line.indexOf("; ") + 1;
        if (blank == 0 && !line.startsWith(" ")) {
            throw new FspException(ErrorCode.PROTOCOL, "the server's listing cannot be read: '" + line.strip() + "'");
        }
        Map<String, String> facts = facts(line.substring(0, blank));
        String name = line.substring(blank + 1);
        if (name.equals(".") || name.equals("..")) {
            return Optional.empty();
        }
        String type = facts.getOrDefault("type", "file");
        String kind = type.toLowerCase(Locale.ROOT);
        return switch (kind) {
            case "file" -> Optional.of(entry(name, FileKind.FILE, facts, Optional.empty()));
            case "dir" -> Optional.of(entry(name, FileKind.DIRECTORY, facts, Optional.empty()));
            case String link
            when link.startsWith("os.unix=slink") || link.startsWith("os.unix=symlink") -> {
                int colon = type.indexOf(':');
                Optional<String> target = colon < 0 ? Optional.empty() : Optional.of(type.substring(colon + 1));
                yield Optional.of(entry(name, FileKind.LINK, facts, target.filter(t -> !t.isEmpty())));
            }
            default -> Optional.empty();
        };
    }

    private static RemoteEntry entry(
            String name, FileKind kind, Map<String, String> facts, Optional<String> linkTarget) {
        return new RemoteEntry(
                name,
                kind,
                kind == FileKind.FILE ? number(facts.get("size")) : OptionalLong.empty(),
                Optional.ofNullable(facts.get("modify")).flatMap(RemoteEntry::time),
                mode(facts.getOrDefault("unix.mode", "")),
                linkTarget);
    }

    private static Map<String, String> facts(String text) {
        Map<String, String> facts = new HashMap<>();
        for (String fact : text.split(";", -1)) {
            int equals = fact.indexOf('=');
            if (equals > 0) {
                facts.put(fact.substring(0, equals).toLowerCase(Locale.ROOT), fact.substring(equals + 1));
            }
        }
        return facts;
    }

    static OptionalLong number(@Nullable String digits) {
        return digits != null && digits.matches("[0-9]{1,18}")
                ? OptionalLong.of(Long.parseLong(digits))
                : OptionalLong.empty();
    }

    private static OptionalInt mode(String octal) {
        return octal.matches("[0-7]{1,6}") ? OptionalInt.of(Integer.parseInt(octal, 8) & 0xfff) : OptionalInt.empty();
    }

    /// `YYYYMMDDHHMMSS[.fraction]` in UTC (RFC 3659, section 2.3). A time that makes no sense counts as none.
    static Optional<Instant> time(String text) {
        if (!text.matches("[0-9]{14}(\\.[0-9]{1,9})?")) {
            return Optional.empty();
        }
        try {
            long nanos = text.length() == 14 ? 0 : Long.parseLong((text.substring(15) + "00000000").substring(0, 9));
            return Optional.of(LocalDateTime.parse(text.substring(0, 14), SECONDS)
                    .toInstant(ZoneOffset.UTC)
                    .plusNanos(nanos));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
