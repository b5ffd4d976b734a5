package org.fastsend.server.auth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fastsend.server.net.SessionReuse;

/// How much one user may do; a number that is empty sets no limit. Rates count all sessions of the user together.
///
/// @param quotaBytes what may lie in the home directory
/// @param downBytesPerSecond what the user fetches
/// @param upBytesPerSecond what the user sends
/// @param sessions at the same time
/// @param sessionReuse what TLS on data connections has to prove, in the place of the server's rule
public record UserLimits(
        Optional<Long> quotaBytes,
        Optional<Long> downBytesPerSecond,
        Optional<Long> upBytesPerSecond,
        Optional<Long> sessions,
        Optional<SessionReuse> sessionReuse) {
    public static final UserLimits NONE =
            new UserLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private static final String QUOTA = "quota";
    private static final String DOWN = "down";
    private static final String UP = "up";
    private static final String SESSIONS = "sessions";
    private static final String REUSE = "tls-reuse";

    public UserLimits {
        Stream.of(quotaBytes, downBytesPerSecond, upBytesPerSecond, sessions)
                .flatMap(Optional::stream)
                .forEach(number -> {
                    if (number < 1) {
                        throw new IllegalArgumentException("a limit is at least 1, not " + number);
                    }
                });
    }

    /// Parses `quota=BYTES,down=BYTES,up=BYTES,sessions=N,tls-reuse=off|prefer|require`, of which each part may be
    /// missing; throws IllegalArgumentException on anything else.
    public static UserLimits parse(String text) {
        Map<String, String> parts = Stream.of(text.split(",", -1))
                .filter(part -> !part.isBlank())
                .map(part -> part.strip().split("=", 2))
                .collect(Collectors.toMap(part -> part[0], part -> part.length > 1 ? part[1] : ""));
        for (String name : parts.keySet()) {
            if (!List.of(QUOTA, DOWN, UP, SESSIONS, REUSE).contains(name)) {
                throw new IllegalArgumentException("there is no limit '" + name + "'");
            }
        }
        return new UserLimits(
                number(parts, QUOTA),
                number(parts, DOWN),
                number(parts, UP),
                number(parts, SESSIONS),
                Optional.ofNullable(parts.get(REUSE)).map(UserLimits::reuse));
    }

    private static Optional<Long> number(Map<String, String> parts, String name) {
        String value = parts.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException(name + " is a number, not '" + value + "'");
        }
        return Optional.of(Long.parseLong(value));
    }

    private static SessionReuse reuse(String value) {
        return Stream.of(SessionReuse.values())
                .filter(reuse -> word(reuse).equals(value))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(REUSE + " is off, prefer or require, not '" + value + "'"));
    }

    private static String word(SessionReuse reuse) {
        return reuse.name().toLowerCase(Locale.ROOT);
    }

    /// Whether bytes that the user moves have to be counted or held back.
    public boolean boundBytes() {
        return quotaBytes.isPresent() || downBytesPerSecond.isPresent() || upBytesPerSecond.isPresent();
    }

    /// As [#parse] reads it.
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        BiConsumer<String, Optional<?>> add =
                (name, value) -> value.ifPresent((Consumer<Object>) set -> parts.add(name + "=" + set));
        add.accept(QUOTA, quotaBytes);
        add.accept(DOWN, downBytesPerSecond);
        add.accept(UP, upBytesPerSecond);
        add.accept(SESSIONS, sessions);
        add.accept(REUSE, sessionReuse.map(UserLimits::word));
        return String.join(",", parts);
    }
}
