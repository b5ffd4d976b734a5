package org.fastsend.overlay.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Offer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlayMemberTest {
    @TempDir
    private Path directory;

    /// Whoever says that a member is suspect in its last incarnation makes it contradict in that one, and remember it.
    @Test
    void aMemberThatWasInItsLastIncarnationStartsAgain() throws Exception {
        Authority authority = Authority.create("test", new SystemEpochClock());
        Identity self = authority.issue(Role.RELAY, "r1", List.of());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Contact last = Contact.of(Contact.idOf(self.keyHash().bytes()), Endpoint.of(address), 1)
                .incarnate(Integer.MAX_VALUE);
        new MemberState(directory.resolve("overlay.members")).write(last, List.of());
        var home = new OverlayMember.Home(
                self,
                "r1",
                new Federation(authority.certificate(), new SystemEpochClock()),
                address,
                List.of(),
                directory,
                Optional.empty(),
                () -> Offer.UNKNOWN);

        try (OverlayMember member =
                OverlayMember.start(home, Optional.empty(), new SystemNanoClock(), new SecureRandom())) {
            assertEquals(List.of(), member.known().get(10, TimeUnit.SECONDS));
        }
    }
}
