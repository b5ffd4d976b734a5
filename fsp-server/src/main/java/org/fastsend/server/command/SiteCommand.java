package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.listing.FileTimes;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// The commands behind SITE, each with the rights that its like among the verbs needs.
enum SiteCommand {
    /// Sets the nine permission bits.
    CHMOD("mode path") {
        @Override
        Outcome run(Session session, String argument) throws Refused, IOException {
            List<String> parts = FactChange.beforePath(argument).orElseThrow(this::misused);
            Mff.change(session, List.of(FactChange.mode(parts.getFirst())), parts.getLast());
            return Outcome.reply(ReplyCode.OK, "Mode set");
        }
    },
    /// Sets times, in either of the two forms that clients write.
    UTIME("YYYYMMDDhhmm[ss] path | path atime mtime ctime UTC") {
        @Override
        Outcome run(Session session, String argument) throws Refused, IOException {
            String text = argument.strip();
            Matcher threeTimes = THREE_TIMES.matcher(text);
            if (threeTimes.matches()) {
                return set(session, threeTimes.group(2), unquoted(threeTimes.group(1)));
            }
            List<String> parts = FactChange.beforePath(text).orElseThrow(this::misused);
            String time = parts.getFirst();
            return set(session, time.length() == 12 ? time + "00" : time, parts.getLast());
        }

        private Outcome set(Session session, String time, String path) throws Refused, IOException {
            Instant modified = FileTimes.parse(time).orElseThrow(this::misused);
            Mff.change(session, List.of(new FactChange.Modify(modified)), path);
            return Outcome.reply(ReplyCode.OK, "Time set");
        }
    },
    /// Makes a symbolic link, which must end inside the tree; it is stored relative to where it stands.
    SYMLINK("target path") {
        @Override
        Outcome run(Session session, String argument) throws Refused, IOException {
            List<String> words = Words.pair(argument)
                    .orElseThrow(() -> new Refused(
                            ReplyCode.FILE_UNAVAILABLE,
                            "Which is the target, which the link? Put them between quotes"));
            String target = words.getFirst();
            VirtualPath path = session.path(words.getLast());
            RootedTree tree = session.treeToWrite();
            Path link = tree.entry(path);
            if (!tree.place(link.resolveSibling("")).contains(target)) {
                throw new Refused(ReplyCode.FILE_UNAVAILABLE, target + ": leads out of the tree");
            }
            Path stored = Path.of(target);
            if (stored.isAbsolute()) {
                Path end = tree.root();
                for (String name : VirtualPath.ROOT.resolve(target).names()) {
                    end = end.resolve(name);
                }
                stored = tree.existing(path.parent()).relativize(end);
            }
            tree.makeLink(link, stored);
            return Outcome.reply(ReplyCode.OK, "Link made");
        }
    },
    /// The client's name, which changes nothing.
    CLIENTINFO("text") {
        @Override
        Outcome run(Session session, String argument) {
            return Outcome.reply(ReplyCode.FILE_ACTION_DONE, "Welcome");
        }
    },
    /// Makes a directory, and those above it that are missing.
    MKDIR("path") {
        @Override
        Outcome run(Session session, String argument) throws Refused, IOException {
            if (argument.isBlank()) {
                throw misused();
            }
            RootedTree tree = session.treeToWrite();
            VirtualPath whole = session.path(argument);
            VirtualPath path = VirtualPath.ROOT;
            for (String name : whole.names()) {
                path = path.child(name);
                Path directory = tree.target(path);
                if (!Files.isDirectory(directory)) {
                    tree.makeDirectory(directory);
                }
            }
            return Outcome.reply(ReplyCode.PATH_NAME, Reply.quoted(whole) + " is there");
        }
    };

    private static final Pattern THREE_TIMES =
            Pattern.compile("(.+) [0-9]{14} ([0-9]{14}) [0-9]{14} UTC", Pattern.CASE_INSENSITIVE);

    private final String syntax;

    SiteCommand(String syntax) {
        this.syntax = syntax;
    }

    /// What stands behind the name.
    String syntax() {
        return syntax;
    }

    abstract Outcome run(Session session, String argument) throws Refused, IOException;

    Refused misused() {
        return new Refused(ReplyCode.BAD_ARGUMENT, "SITE " + this + " " + syntax);
    }

    private static String unquoted(String path) {
        List<String> words = Words.of(path);
        return path.startsWith("\"") && words.size() == 1 ? words.getFirst() : path;
    }
}
