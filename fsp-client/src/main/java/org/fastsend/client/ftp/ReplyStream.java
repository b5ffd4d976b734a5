package org.fastsend.client.ftp;

import java.io.IOException;
import java.util.Base64;
import java.util.Optional;
import org.apache.commons.net.ftp.FTPReply;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.EventJson;
import org.fastsend.core.event.EventJson.EventJsonException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.manifest.FeedEntry;

/// The replies that follow `FLLW` and `RELS`: entries (111), events (112), and one that ends it. Each is
/// one line, so that any FTP library can read them (docs/wire.md, "FTP extension"). Confined to one thread.
final class ReplyStream {
    private static final int ENTRY = 111;
    private static final int EVENT = 112;

    private final FtpServer server;
    private final FtpsConnection connection;
    private final EventJson json = new EventJson();

    ReplyStream(FtpServer server, FtpsConnection connection) {
        this.server = server;
        this.connection = connection;
    }

    /// What a reply says.
    sealed interface Item {
        record Entry(FeedEntry entry) implements Item {}

        record Event(TransferEvent event) implements Item {}

        record End(TransferReport report) implements Item {}
    }

    /// The next reply with a meaning; waits for it. Throws [FspException] when the transfer or the
    /// connection failed.
    Item next() {
        return server.talk("following the transfer", () -> {
            while (true) {
                Optional<Item> item = read();
                if (item.isPresent()) {
                    return item.get();
                }
            }
        });
    }

    private Optional<Item> read() throws IOException {
        int reply = connection.getReply();
        String text = text();
        try {
            return switch (reply) {
                case ENTRY -> Optional.of(new Item.Entry(entry(text)));
                case EVENT -> json.decode(text).map(Item.Event::new);
                case FTPReply.CLOSING_DATA_CONNECTION -> Optional.of(new Item.End(json.decodeReport(text)));
                default -> {
                    if (FTPReply.isPositivePreliminary(reply)) {
                        yield Optional.empty();
                    }
                    throw server.refused("to go on with the transfer", ErrorCode.IO_FAILURE);
                }
            };
        } catch (EventJsonException | IllegalArgumentException e) {
            throw new FspException(
                    ErrorCode.PROTOCOL,
                    server.address() + " sent a reply that cannot be read (" + e.getMessage() + "): '"
                            + Printable.brief(text) + "'",
                    e);
        }
    }

    /// `sequence kind base64`.
    private static FeedEntry entry(String text) {
        String[] words = text.split(" ", 3);
        if (words.length != 3) {
            throw new IllegalArgumentException("an entry has three words");
        }
        FeedEntry.Kind kind = switch (words[1]) {
            case "1" -> FeedEntry.Kind.SEALED;
            case "2" -> FeedEntry.Kind.PLACEMENTS;
            default -> throw new IllegalArgumentException("kind " + words[1]);
        };
        return new FeedEntry(Long.parseLong(words[0]), kind, Base64.getDecoder().decode(words[2]));
    }

    private String text() {
        String line = connection.getReplyStrings()[0];
        return line.length() < 4 ? "" : line.substring(4);
    }
}
