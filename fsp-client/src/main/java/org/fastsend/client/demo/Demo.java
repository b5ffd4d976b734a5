package org.fastsend.client.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.fastsend.client.collecting.StripedGet;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.ftp.FtpUrl;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.client.progress.Units;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;

/// The demonstration: makes something to transfer, starts a federation, gets it over relays while it is
/// still being striped, compares both trees byte for byte, and leaves nothing behind, also when it fails or
/// is interrupted.
public final class Demo {
    private static final int RELAYS = 4;

    private final NanoClock clock;
    private final EpochClock epoch;
    private final BiFunction<Identity, Federation, Workplace> workplaces;
    private final Consumer<String> say;

    /// @param workplaces makes the place to work at for the ticket's holder and its federation
    /// @param say tells a person what happens
    public Demo(
            NanoClock clock,
            EpochClock epoch,
            BiFunction<Identity, Federation, Workplace> workplaces,
            Consumer<String> say) {
        this.clock = clock;
        this.epoch = epoch;
        this.workplaces = workplaces;
        this.say = say;
    }

    /// Transfers a file or tree; without one, a tree of some 300 MB.
    public TransferSummary run(Optional<Path> given, TransferMeter meter) throws IOException, InterruptedException {
        Optional<Path> path = given.map(Demo::existing);
        ScratchDirectory scratch = ScratchDirectory.create("fsp-demo-");
        DemoFederation federation = new DemoFederation(scratch.path(), clock, epoch);
        AtExit tidy = AtExit.close(scratch, federation);
        try (scratch;
                federation) {
            return run(path, scratch, federation, meter);
        } finally {
            tidy.callOff();
        }
    }

    private TransferSummary run(
            Optional<Path> path, ScratchDirectory scratch, DemoFederation federation, TransferMeter meter)
            throws IOException, InterruptedException {
        Path source = path.isPresent() ? path.get() : madeIn(scratch);
        Path root = Objects.requireNonNull(source.getParent(), "what exists and has a name has a parent");
        say.accept("starting a server and " + Units.count(RELAYS, "relay") + " on loopback");
        FtpUrl url = federation.start(RELAYS, root);
        Path copy = Files.createDirectory(scratch.resolve("copy"));
        say.accept("striping " + source + " over them, collecting meanwhile");
        TransferSummary summary = transfer(federation, at(url, source), copy, meter);
        compare(source, copy.resolve(source.getFileName()), summary);
        return summary;
    }

    private TransferSummary transfer(DemoFederation federation, FtpUrl url, Path copy, TransferMeter meter)
            throws InterruptedException {
        meter.start();
        StripedGet.Order order = new StripedGet.Order(
                url,
                copy,
                false,
                Map.of(),
                false,
                false,
                StreamWish.AUTO,
                Optional.of(federation.federation().pin()));
        try (FtpServer server = federation.connect(url)) {
            return new StripedGet(order, epoch, workplaces, meter).run(Optional.of(server));
        }
    }

    private void compare(Path source, Path copy, TransferSummary summary) throws IOException {
        if (!summary.troubles().isEmpty()) {
            return; // they are reported, and would only be found again
        }
        TreeComparison comparison = new TreeComparison(source, copy);
        Optional<String> difference = comparison.difference();
        if (difference.isPresent()) {
            throw new FspException(ErrorCode.INTEGRITY, "the copy is wrong: " + difference.get());
        }
        say.accept("compared byte for byte: " + Units.count(comparison.files(), "path") + ", no difference");
    }

    private static FtpUrl at(FtpUrl url, Path source) {
        return new FtpUrl(
                url.stripes(),
                url.user(),
                url.password(),
                url.host(),
                url.port(),
                source.getFileName().toString());
    }

    private Path madeIn(ScratchDirectory scratch) throws IOException {
        say.accept("making a tree to transfer");
        Path root = Files.createDirectory(scratch.resolve("shown"));
        Path tree = root.resolve("demo tree");
        DemoTree.create(tree, DemoTree.BIG_BYTES, DemoTree.SMALL_FILES);
        return tree;
    }

    private static Path existing(Path given) {
        Path path = given.toAbsolutePath().normalize();
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FspException(ErrorCode.MISSING_PATH, "no such file or directory: " + given);
        }
        if (path.getFileName() == null) {
            throw new FspException(ErrorCode.USAGE, given + " has no name of its own; name something in it");
        }
        return path;
    }
}
