package org.fastsend.core.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.congestion.RateSettings;

/// The cap over all of a user's transfers on this host and who claims a part of it: files in the control directory,
/// `cap` and one `.claim` a process, each replaced whole. A claim counts for [#FRESH_MILLIS]: so a process that died
/// needs nobody to clean up after it, and one that was halted has no part until it goes on.
final class CapLedger {
    static final long FRESH_MILLIS = 2_000;

    /// A claim so old is of a process that is gone.
    private static final long ABANDONED_MILLIS = 60_000;

    private static final String CAP = "cap";
    private static final String SUFFIX = ".claim";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ControlDirectory directory;

    CapLedger(ControlDirectory directory) {
        this.directory = directory;
    }

    /// Bits a second; empty for none.
    Optional<Long> cap() throws IOException {
        Optional<Path> there = directory.present();
        if (there.isEmpty() || Files.notExists(there.get().resolve(CAP))) {
            return Optional.empty();
        }
        Path file = there.get().resolve(CAP);
        try {
            long bits = Long.parseLong(Files.readString(file).strip());
            if (bits < Byte.SIZE) {
                throw new IOException(file + " says " + bits + " bits a second");
            }
            return Optional.of(bits);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (NumberFormatException e) {
            throw new IOException(file + " is not a number of bits a second; remove it", e);
        }
    }

    /// From now on; empty for none.
    void cap(Optional<Long> bitsPerSecond) throws IOException {
        Path file = directory.made().resolve(CAP);
        if (bitsPerSecond.isEmpty()) {
            Files.deleteIfExists(file);
        } else {
            replace(file, bitsPerSecond.get() + "\n");
        }
    }

    void say(Claim claim) throws IOException {
        String text = JSON.createObjectNode()
                .put("weight", claim.weight())
                .put("sendingBytesPerSecond", claim.sendingBytesPerSecond())
                .put("receivingBytesPerSecond", claim.receivingBytesPerSecond())
                .put("saidMillis", claim.saidMillis())
                .toString();
        replace(directory.made().resolve(claim.process() + SUFFIX), text);
    }

    void withdraw(long process) throws IOException {
        Optional<Path> there = directory.present();
        if (there.isPresent()) {
            Files.deleteIfExists(there.get().resolve(process + SUFFIX));
        }
    }

    /// The claims of all other processes that count now.
    List<Claim> othersThan(long process, long nowMillis) throws IOException {
        List<Claim> found = new ArrayList<>();
        Optional<Path> there = directory.present();
        if (there.isEmpty()) {
            return found;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(there.get(), "*" + SUFFIX)) {
            for (Path file : files) {
                Optional<Claim> claim = read(file).filter(one -> one.process() != process);
                long age =
                        claim.map(one -> Math.abs(nowMillis - one.saidMillis())).orElse(0L);
                if (age > ABANDONED_MILLIS) {
                    Files.deleteIfExists(file);
                } else if (age <= FRESH_MILLIS) {
                    claim.ifPresent(found::add);
                }
            }
        }
        return found;
    }

    /// Empty for one that is gone meanwhile, or makes no sense.
    private static Optional<Claim> read(Path file) throws IOException {
        try {
            JsonNode node = JSON.readTree(Files.readAllBytes(file));
            Claim claim = new Claim(
                    Long.parseLong(file.getFileName().toString().replace(SUFFIX, "")),
                    node.path("weight").asDouble(),
                    node.path("sendingBytesPerSecond").asLong(-1),
                    node.path("receivingBytesPerSecond").asLong(-1),
                    node.path("saidMillis").asLong());
            boolean sound = claim.weight() >= RateSettings.MIN_WEIGHT
                    && claim.weight() <= RateSettings.MAX_WEIGHT
                    && claim.sendingBytesPerSecond() >= 0
                    && claim.receivingBytesPerSecond() >= 0;
            return sound ? Optional.of(claim) : Optional.empty();
        } catch (NoSuchFileException | JsonProcessingException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static void replace(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(
                file.getFileName() + ".new-" + ProcessHandle.current().pid());
        Files.write(fresh, text.getBytes(StandardCharsets.UTF_8));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
