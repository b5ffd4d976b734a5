package org.fastsend.server.log;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.fastsend.server.auth.User;

/// How a transfer stands in a log, on one line whatever its names contain. Immutable, thread-safe.
@FunctionalInterface
public interface TransferFormat {
    /// The line, without its end; empty for what this format does not record.
    Optional<String> line(TransferRecord transfer);

    /// `key=value`, for people and syslog.
    static TransferFormat keyValue() {
        return transfer -> {
            TransferRecord.Subject subject = transfer.subject();
            String line = "transfer user=" + subject.user()
                    + " peer=" + subject.peer()
                    + " verb=" + subject.verb()
                    + " path=" + quoted(subject.path().toString())
                    + " bytes=" + transfer.bytes()
                    + " seconds=" + thousandths(transfer.seconds())
                    + " tls=" + (subject.secure() ? "yes" : "no")
                    + " outcome=" + transfer.outcome().name().toLowerCase(Locale.ROOT)
                    + (transfer.reason().isEmpty() ? "" : " reason=" + quoted(transfer.reason()));
            return Optional.of(line);
        };
    }

    /// An object of JSON.
    static TransferFormat json() {
        ObjectMapper mapper = new ObjectMapper();
        return transfer -> {
            TransferRecord.Subject subject = transfer.subject();
            ObjectNode node = mapper.createObjectNode()
                    .put("time", transfer.ended().toString())
                    .put("user", subject.user())
                    .put("peer", subject.peer())
                    .put("verb", subject.verb())
                    .put("path", subject.path().toString())
                    .put("file", subject.served().toString())
                    .put("bytes", transfer.bytes())
                    .put("seconds", transfer.seconds())
                    .put("tls", subject.secure())
                    .put("outcome", transfer.outcome().name().toLowerCase(Locale.ROOT));
            if (!transfer.reason().isEmpty()) {
                node.put("reason", transfer.reason());
            }
            return Optional.of(node.toString());
        };
    }

    /// The format of wu-ftpd, which log analysers read (xferlog(5) of ProFTPD); files only. What would
    /// end a field is written as `_`.
    static TransferFormat xferlog(ZoneId zone) {
        DateTimeFormatter time = DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT);
        Set<String> incoming = Set.of("STOR", "APPE", "STOU", "ESTO");
        Set<String> outgoing = Set.of("RETR", "ERET");
        return transfer -> {
            TransferRecord.Subject subject = transfer.subject();
            if (!incoming.contains(subject.verb()) && !outgoing.contains(subject.verb())) {
                return Optional.empty();
            }
            boolean anonymous = subject.user().equals(User.ANONYMOUS.name());
            return Optional.of(String.join(
                    " ",
                    time.format(ZonedDateTime.ofInstant(transfer.ended(), zone)),
                    Long.toString(Math.round(transfer.seconds())),
                    subject.peer(),
                    Long.toString(transfer.bytes()),
                    field(subject.served().toString()),
                    subject.binary() ? "b" : "a",
                    "_",
                    incoming.contains(subject.verb()) ? "i" : "o",
                    anonymous ? "a" : "r",
                    field(subject.user()),
                    "ftp",
                    "0",
                    "*",
                    transfer.outcome() == TransferRecord.Outcome.COMPLETE ? "c" : "i"));
        };
    }

    private static String thousandths(double seconds) {
        return BigDecimal.valueOf(Math.round(seconds * 1000), 3).toPlainString();
    }

    /// Names are the clients' choice: they must not be able to forge a line.
    private static String quoted(String text) {
        StringBuilder result = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                result.append('\\').append(c);
            } else {
                result.append(Character.isISOControl(c) ? '?' : c);
            }
        }
        return result.append('"').toString();
    }

    private static String field(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) || Character.isWhitespace(c) ? '_' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
