package org.fastsend.server.command;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Running;

/// Copies files behind one another into a new one, which takes the target's place at once; then the parts go.
final class Combining implements Running {
    private final VirtualPath path;
    private final Path target;
    private final List<Path> parts;
    private final AtomicLong done = new AtomicLong();

    Combining(VirtualPath path, Path target, List<Path> parts) {
        this.path = path;
        this.target = target;
        this.parts = List.copyOf(parts);
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
        try (Upload upload = Upload.whole(target)) {
            for (Path source : sources) {
                try (FileChannel file = FileChannel.open(source, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                    done.addAndGet(upload.copy(file));
                }
            }
            upload.commit();
        }
        for (Path part : parts) {
            Files.deleteIfExists(part);
        }
    }

    @Override
    public String progress() {
        return "combining " + path + ": " + done.get() + " bytes so far";
    }
}
