package org.fastsend.client.collecting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Identity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedTicketTest {
    private static final long NOW = 1_800_000_000L;
    private static final String SOURCE = "fsp://server/tree";
    private static final int SOMEBODY_ELSE = 65_432;

    @TempDir
    private Path shared;

    private final Ticket ticket = ticket(new TransferId(1, 2));
    private Path destination;

    @BeforeEach
    void chooseDestination() {
        destination = shared.resolve("wanted");
    }

    private static Ticket ticket(TransferId transfer) {
        Authority authority = Authority.create("campus", () -> NOW * 1000);
        return new Ticket(
                transfer,
                new TransferKey(new byte[TransferKey.LENGTH]),
                CipherSuite.AES_256_GCM,
                NOW + 3600,
                Optional.of(Identity.ephemeral()),
                authority.certificate(),
                Identity.ephemeral().keyHash(),
                List.of());
    }

    /// Saves the ticket as a run does that is killed then; returns the work directory.
    private Path saved() {
        try (OutputTree output = OutputTree.open(destination, ticket.transfer())) {
            return SavedTicket.save(output, destination, SOURCE, ticket).directory();
        }
    }

    private Optional<TransferId> found() {
        return SavedTicket.find(destination, SOURCE, NOW)
                .map(saved -> saved.ticket().transfer());
    }

    @Test
    void whatAnEarlierRunLeftIsFoundBesideTheDestinationAndInIt() throws IOException {
        saved();
        assertEquals(Optional.of(ticket.transfer()), found());
        destination = Files.createDirectory(shared.resolve("existing"));
        assertEquals(Optional.empty(), found());
        saved();
        assertEquals(Optional.of(ticket.transfer()), found());
    }

    @Test
    void aTicketInADirectoryThatLetsOthersInIsNotBelieved() throws IOException {
        Path work = saved();
        for (String open : List.of("rwxr-xr-x", "rwx--x---", "rwxrwxrwx")) {
            Files.setPosixFilePermissions(work, PosixFilePermissions.fromString(open));
            assertEquals(Optional.empty(), found(), open);
        }
    }

    @Test
    void aTicketInADirectoryOfSomebodyElseIsNotBelieved() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a directory away");
        Files.setAttribute(saved(), "unix:uid", SOMEBODY_ELSE);
        assertEquals(Optional.empty(), found());
    }

    @Test
    void aTicketBehindALinkIsNotBelieved() throws IOException {
        Path work = saved();
        Path elsewhere = Files.createDirectory(shared.resolve("elsewhere")).resolve(work.getFileName());
        Files.move(work, elsewhere);
        Files.createSymbolicLink(work, elsewhere);
        assertEquals(Optional.empty(), found());
    }

    @Test
    void aTicketInTheDirectoryOfAnotherTransferIsNotBelieved() throws IOException {
        Path work = saved();
        String other =
                work.getFileName().toString().replace(ticket.transfer().toString(), new TransferId(3, 4).toString());
        Files.move(work, work.resolveSibling(other));
        assertEquals(Optional.empty(), found());
    }

    @Test
    void whatOthersHavePlantedDoesNotHideWhatIsOurs() throws IOException {
        Path work = saved();
        for (String name : List.of(".fsp-0", ".fsp-zzz")) {
            Path planted = Files.createDirectory(shared.resolve(name));
            try (var files = Files.newDirectoryStream(work, "ticket-*")) {
                for (Path file : files) {
                    Files.writeString(planted.resolve(file.getFileName()), "no ticket");
                }
            }
        }
        assertEquals(Optional.of(ticket.transfer()), found());
    }
}
