package org.fastsend.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnnouncementTest {
    @Test
    void aNetworkHoldsWhatSharesItsLeadingBits() {
        Subnet ten = Subnet.parse("10.0.0.0/8");
        assertTrue(ten.contains(address("10.255.1.2")));
        assertFalse(ten.contains(address("11.0.0.0")));
        assertFalse(ten.contains(address("::1")));
        Subnet odd = Subnet.parse("192.0.2.128/25");
        assertTrue(odd.contains(address("192.0.2.200")));
        assertFalse(odd.contains(address("192.0.2.127")));
        assertTrue(Subnet.parse("2001:db8::/32").contains(address("2001:db8:1::5")));
        assertTrue(Subnet.parse("0.0.0.0/0").contains(address("203.0.113.9")));
        assertFalse(Subnet.parse("192.0.2.1").contains(address("192.0.2.2")));
        for (String wrong : List.of("", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "example.org/8", "10.0.0.0/")) {
            assertThrows(IllegalArgumentException.class, () -> Subnet.parse(wrong), wrong);
        }
    }

    @Test
    void theFirstExceptionThatFitsCounts() {
        Announcement announcement = new Announcement(
                List.of(
                        new Announcement.ForClients(Subnet.parse("10.1.0.0/16"), Optional.empty()),
                        new Announcement.ForClients(Subnet.parse("10.0.0.0/8"), Optional.of(address("10.9.9.9")))),
                Optional.of(address("203.0.113.1")));
        InetAddress seen = address("10.1.0.1");
        assertEquals(seen, announcement.to(address("10.1.2.3"), seen));
        assertEquals(address("10.9.9.9"), announcement.to(address("10.2.2.3"), seen));
        assertEquals(address("203.0.113.1"), announcement.to(address("198.51.100.7"), seen));
        assertEquals(seen, Announcement.NONE.to(address("198.51.100.7"), seen));
    }

    @Test
    void addressesOfOneNetworkOfIpv6AreOneClient() {
        assertEquals(ClientNetwork.of(address("2001:db8::1")), ClientNetwork.of(address("2001:db8::ffff:1")));
        assertNotEquals(ClientNetwork.of(address("2001:db8::1")), ClientNetwork.of(address("2001:db8:0:1::1")));
        assertNotEquals(ClientNetwork.of(address("192.0.2.1")), ClientNetwork.of(address("192.0.2.2")));
    }

    private static InetAddress address(String literal) {
        return InetAddress.ofLiteral(literal);
    }
}
