package org.fastsend.server.command;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.server.files.Quota;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Running;

/// Copies files behind one another into a new one, which takes the target's place at once; then the parts go. Until
/// they have gone they count against the quota beside what was made of them.
final class Combining implements Running {
    private final RootedTree tree;
    private final VirtualPath path;
    private final Path target;
    private final List<Path> parts;
    private final Quota quota;
    private final AtomicLong done = new AtomicLong();

    Combining(RootedTree tree, VirtualPath path, Path target, List<Path> parts, Quota quota) {
        this.tree = tree;
        this.path = path;
        this.target = target;
        this.parts = List.copyOf(parts);
        this.quota = quota;
    }

    @Override
    public Reply run() {
        try {
            combine();
            return Reply.of(ReplyCode.FILE_ACTION_DONE, path + " has " + done.get() + " bytes");
        } catch (ClosedByInterruptException _) {
            return Reply.of(ReplyCode.TRANSFER_BROKEN, "Combining stopped");
        } catch (IOException e) {
            return FileFailure.reply(e, path.toString());
        }
    }

    private void combine() throws IOException {
        List<Path> sources = new ArrayList<>(parts);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            sources.addFirst(target);
        }
        try (Upload upload = Upload.whole(tree, target)) {
            upload.within(quota.enter(tree));
            for (Path source : sources) {
                try (FileChannel file = tree.open(source)) {
                    done.addAndGet(upload.copy(file));
                }
            }
            upload.commit();
        }
        for (Path part : parts) {
            tree.delete(part);
        }
    }

    @Override
    public String progress() {
        return "combining " + path + ": " + done.get() + " bytes so far";
    }
}
