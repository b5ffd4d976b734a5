package org.fastsend.client.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.ftp.FtpUrl;
import org.fastsend.client.ftp.Printable;
import org.fastsend.client.ftp.RemoteEntry;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.manifest.FileKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `fsp ls`: what is in a directory of a server.
@Command(name = "ls", mixinStandardHelpOptions = true, description = "Lists a directory of a server.")
public final class LsCommand implements FspCommand {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--plain", description = "A server without TLS will do, also for a password.")
    private boolean plain;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Parameters(paramLabel = "URL", description = "ftp://[user[:password]@]host[:port]/path")
    private String url = "";

    @Override
    public Integer call() {
        FtpUrl where = FtpUrl.parse(url);
        try (FtpServer connected = server.connect(where, plain)) {
            String path = where.absolutePath(connected.home());
            RemoteEntry top = connected.files().describe(path);
            List<RemoteEntry> entries = top.kind() == FileKind.DIRECTORY
                    ? connected.files().list(path).stream()
                            .sorted(Comparator.comparing(RemoteEntry::name))
                            .toList()
                    : List.of(top);
            if (json) {
                spec.commandLine().getOut().println(object(entries));
            } else {
                entries.forEach(entry -> spec.commandLine().getOut().println(line(entry)));
            }
        }
        return ExitCode.OK.number();
    }

    private static String line(RemoteEntry entry) {
        String kind = switch (entry.kind()) {
            case FILE -> "-";
            case DIRECTORY -> "d";
            case LINK -> "l";
        };
        String mode = entry.mode().isPresent() ? letters(entry.mode().getAsInt()) : "?????????";
        String size = entry.size().isPresent() ? String.valueOf(entry.size().getAsLong()) : "-";
        String time = entry.modified()
                .map(at -> TIME.format(at.atZone(ZoneId.systemDefault())))
                .orElse("-");
        String target = entry.linkTarget().map(to -> " -> " + to).orElse("");
        return String.format(
                Locale.ROOT, "%s%s %14s  %-16s  %s", kind, mode, size, time, Printable.of(entry.name() + target));
    }

    private static String letters(int mode) {
        StringBuilder letters = new StringBuilder();
        for (int bit = 8; bit >= 0; bit--) {
            letters.append((mode >> bit & 1) == 1 ? "xwr".charAt(bit % 3) : '-');
        }
        return letters.toString();
    }

    private static String object(List<RemoteEntry> entries) {
        ObjectNode object = new ObjectMapper().createObjectNode();
        ArrayNode array = object.putArray("entries");
        for (RemoteEntry entry : entries) {
            ObjectNode node = array.addObject()
                    .put("name", entry.name())
                    .put("kind", entry.kind().name().toLowerCase(Locale.ROOT));
            entry.size().ifPresent(size -> node.put("size", size));
            entry.modified().ifPresent(time -> node.put("modified", time.toString()));
            entry.mode().ifPresent(mode -> node.put("mode", String.format(Locale.ROOT, "%04o", mode)));
            entry.linkTarget().ifPresent(target -> node.put("target", target));
        }
        return object.toString();
    }
}
