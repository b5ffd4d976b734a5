package org.fastsend.overlay.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

class BootstrapTest {
    private static final RelayAddress NAME = new RelayAddress("relay.example", 7411);
    private static final Endpoint HOST = Endpoint.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 7411));

    private final Map<RelayAddress, Endpoint> names = new HashMap<>();

    private Bootstrap joining(RelayAddress... through) {
        return new Bootstrap(List.of(through), name -> Optional.ofNullable(names.get(name)));
    }

    @Test
    void aNameThatNobodyKnewAtFirstIsLookedUpAgainWhileNoMemberIsKnown() {
        Bootstrap bootstrap = joining(NAME);
        assertEquals(List.of(), bootstrap.hosts());

        assertFalse(bootstrap.alone(0), "it was looked up just now");
        assertTrue(bootstrap.alone(Bootstrap.LOOK_UP_NANOS + 1));
        assertFalse(bootstrap.alone(Bootstrap.LOOK_UP_NANOS + 2), "once a period");
        assertFalse(bootstrap.alone(3 * Bootstrap.LOOK_UP_NANOS), "the resolver has not answered yet");

        names.put(NAME, HOST);
        assertTrue(bootstrap.found(bootstrap.lookUp()));
        assertEquals(List.of(HOST), bootstrap.hosts());
        assertFalse(bootstrap.found(bootstrap.lookUp()), "no news");
    }

    @Test
    void aResolverThatKnowsNothingAnyMoreLeavesWhatWasFound() {
        names.put(NAME, HOST);
        Bootstrap bootstrap = joining(NAME);

        names.clear();

        assertFalse(bootstrap.found(bootstrap.lookUp()));
        assertEquals(List.of(HOST), bootstrap.hosts());
    }

    @Test
    void whoHasCompanyLooksNothingUp() {
        Bootstrap bootstrap = joining(NAME);
        assertFalse(bootstrap.alone(0));

        bootstrap.accompanied();

        assertFalse(bootstrap.alone(Bootstrap.LOOK_UP_NANOS + 1), "alone only since now");
    }

    @Test
    void theFirstMemberOfAnOverlayLooksForNobody() {
        assertFalse(joining().alone(2 * Bootstrap.LOOK_UP_NANOS));
    }
}
