package org.fastsend.client.ftp;

import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.net.ftp.FTPReply;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.trust.KeyHash;

/// The verbs of docs/wire.md, "FTP extension", one method each. Only over TLS. Confined to one thread at a
/// time; while a feed is followed, nothing else can be asked over the same connection.
public final class FspVerbs {
    private static final Pattern EXTENDED_PORT = Pattern.compile("\\(\\|\\|\\|([0-9]{1,5})\\|\\)");

    private static final int MAX_PORT = 0xffff;
    private static final Pattern PROBE_PORT = Pattern.compile("\\bProbe=([0-9]{1,5})\\b");

    private final FtpServer server;
    private final FtpsConnection connection;

    FspVerbs(FtpServer server, FtpsConnection connection) {
        this.server = server;
        this.connection = connection;
    }

    /// Sets parameters of the session's transfers; names and values as docs/wire.md lists them.
    public void options(Map<String, String> parameters) {
        if (parameters.isEmpty()) {
            return;
        }
        String list = parameters.entrySet().stream()
                .map(p -> p.getKey() + "=" + p.getValue() + ";")
                .collect(Collectors.joining());
        server.talk("negotiating", () -> {
            int reply = connection.sendCommand("OPTS", "FSP " + list);
            return require(reply, "the parameters " + list, ErrorCode.USAGE);
        });
    }

    /// The UDP port where the server answers the overlay's probes; 0 if it does not.
    public int probePort() {
        Matcher found = PROBE_PORT.matcher(server.parameters("FSP").orElse(""));
        int port = found.find() ? Integer.parseInt(found.group(1)) : 0;
        return port <= MAX_PORT ? port : 0;
    }

    /// Has the server stripe a file or directory. Returns the ticket's text, without the holder's private
    /// key.
    public String stripe(KeyHash holder, String path) {
        return server.talk("asking for " + path, () -> {
            int reply = connection.sendCommand("STRP", holder + " " + path);
            require(reply, "to stripe " + path, ErrorCode.MISSING_PATH);
            return replyText();
        });
    }

    /// Asks for a port where this client offers itself as a target of the stripe.
    public int direct(TransferId transfer) {
        return server.talk("offering to receive", () -> {
            int reply = connection.sendCommand("DRCT", transfer.toString());
            require(reply, "direct blocks", ErrorCode.PROTOCOL);
            return port();
        });
    }

    /// Follows the transfer's feed from an entry on. The connection belongs to the feed until that ends. Throws
    /// MISSING_PATH if the server knows of no such transfer.
    /// The listener is called by the feed's own thread.
    public FollowFeed follow(TransferId transfer, long fromSequence, Consumer<TransferEvent> listener) {
        start("FLLW", transfer + " " + fromSequence);
        return new FollowFeed(new ReplyStream(server, connection), listener);
    }

    /// Has the server collect under a directory what this client is about to stripe. The port takes a
    /// session with the feed and, if wanted, blocks.
    public int collect(String path, String ticket) {
        return server.talk("asking to collect under " + path, () -> {
            if (connection.sendCommand("COLL", path) != FTPReply.FILE_ACTION_PENDING) {
                throw server.refused("to collect under " + path, ErrorCode.NOT_WRITABLE);
            }
            require(connection.sendCommand("TCKT", ticket), "the ticket", ErrorCode.PROTOCOL);
            return port();
        });
    }

    /// Waits until the transfer is released, if the server stripes it, or collected, if it collects;
    /// returns the server's report.
    public TransferReport await(TransferId transfer, Consumer<TransferEvent> listener) {
        start("RELS", transfer.toString());
        ReplyStream replies = new ReplyStream(server, connection);
        while (true) {
            switch (replies.next()) {
                case ReplyStream.Item.End end -> {
                    return end.report();
                }
                case ReplyStream.Item.Event event -> listener.accept(event.event());
                case ReplyStream.Item.Entry _ -> {} // not asked for
            }
        }
    }

    private void start(String command, String arguments) {
        server.<Boolean>talk("following the transfer", () -> {
            if (!FTPReply.isPositivePreliminary(connection.sendCommand(command, arguments))) {
                boolean unknown = connection.getReplyCode() == FTPReply.FILE_UNAVAILABLE;
                throw server.refused(
                        "to follow transfer " + arguments, unknown ? ErrorCode.MISSING_PATH : ErrorCode.PROTOCOL);
            }
            return true;
        });
    }

    private int require(int reply, String what, ErrorCode otherwise) {
        if (!FTPReply.isPositiveCompletion(reply)) {
            throw server.refused(what, otherwise);
        }
        return reply;
    }

    private int port() {
        Matcher found = EXTENDED_PORT.matcher(replyText());
        int port = found.find() ? Integer.parseInt(found.group(1)) : 0;
        if (port < 1 || port > MAX_PORT) {
            throw server.refused("a usable port", ErrorCode.PROTOCOL);
        }
        return port;
    }

    private String replyText() {
        String[] lines = connection.getReplyStrings();
        String last = lines[lines.length - 1];
        return last.length() < 4 ? "" : last.substring(4).strip();
    }
}
