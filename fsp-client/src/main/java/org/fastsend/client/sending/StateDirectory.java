package org.fastsend.client.sending;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.PrivateDirectory;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.send.SenderState;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.send.TransferSecrets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where this user's senders keep what a later run needs: one file for each sending that is not released,
/// found again by what is sent, where to, by whom and how it is sealed. Only the user may look into it.
///
/// @param path of the directory, made when it is needed
public record StateDirectory(Path path) {
    private static final String SUFFIX = ".run";
    private static final int NAME_BYTES = 16;
    private static final Logger LOG = LoggerFactory.getLogger(StateDirectory.class);

    /// What an earlier run of this very sending has left, or else the place for a new one. Empty if nothing
    /// can be kept: no directory can be made or written, or another process is sending the same at this
    /// moment.
    ///
    /// @param receiver who collects it, by any name that is always the same; empty if nobody does yet
    public Optional<SenderState> open(
            List<Path> roots, String receiver, StripeRequest.Shape shape, Workplace workplace) {
        try {
            make();
            sweep(workplace.epoch().seconds());
            Path file = file(roots, receiver, shape, workplace);
            Optional<SenderState.Wanted> wanted = receiver.isEmpty()
                    ? Optional.of(new SenderState.Wanted(apartFrom(roots), shape.copies()))
                    : Optional.empty();
            return Optional.of(open(file, wanted, shape, workplace));
        } catch (IOException | FspException e) {
            LOG.info("nothing can be kept for a later run", e);
            return Optional.empty();
        }
    }

    /// What is to be sent without what is kept here: that grows while it is read, and has the keys of other
    /// transfers that are not released.
    public SourceRoots apartFrom(List<Path> roots) {
        return SourceRoots.of(roots).without(path);
    }

    /// What a person should know if that leaves anything out.
    public Optional<String> leftOut(List<Path> roots) {
        return roots.stream().anyMatch(this::isWithin)
                ? Optional.of(path + " is left out: what fsp keeps for itself is of no use elsewhere")
                : Optional.empty();
    }

    private boolean isWithin(Path root) {
        try {
            return !Files.isSymbolicLink(root) && path.toRealPath().startsWith(root.toRealPath());
        } catch (IOException e) {
            return false; // there is none, or the walk will say what is wrong with the root
        }
    }

    private static SenderState open(
            Path file, Optional<SenderState.Wanted> wanted, StripeRequest.Shape shape, Workplace workplace)
            throws IOException {
        Optional<SenderState> left;
        try {
            left = SenderState.resume(file, wanted, shape.seal().cipher(), workplace.self(), workplace.spool());
        } catch (FspException e) {
            if (e.code() != ErrorCode.IO_FAILURE) {
                throw e;
            }
            LOG.warn("{} is of no use and is deleted", file, e);
            Files.delete(file);
            left = Optional.empty();
        }
        return left.orElseGet(() -> SenderState.begin(file, TransferSecrets.fresh(workplace.epoch())));
    }

    private void make() throws IOException {
        Path parent = path.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (!Files.isDirectory(path)) {
            Files.createDirectory(path, PrivateDirectory.attributes(path));
        }
    }

    /// Forgets what nobody came back for: relays have forgotten it by then.
    private void sweep(long nowSeconds) throws IOException {
        FileTime oldest = FileTime.from(
                Instant.ofEpochSecond(nowSeconds).minus(Duration.ofSeconds(StripeRequest.DEFAULT_LEASE_SECONDS)));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*" + SUFFIX)) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).compareTo(oldest) < 0) {
                    Files.delete(file);
                }
            }
        }
    }

    private Path file(List<Path> roots, String receiver, StripeRequest.Shape shape, Workplace workplace) {
        MessageDigest name = sha256();
        name.update(workplace.self().keyHash().bytes());
        String how = shape.seal().cipher() + " " + shape.seal().checksum() + " " + shape.extentSize() + " " + receiver;
        name.update(how.getBytes(StandardCharsets.UTF_8));
        for (Path root : roots) {
            name.update(("\0" + root.toAbsolutePath().normalize()).getBytes(StandardCharsets.UTF_8));
        }
        return path.resolve(HexFormat.of().formatHex(name.digest(), 0, NAME_BYTES) + SUFFIX);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
