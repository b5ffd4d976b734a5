package org.fastsend.overlay.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

class WitnessesTest {
    private final List<Prospect> measured = new ArrayList<>();

    /// A member on a line, at the end of which the target is, and what it reports.
    private void member(float xMillis, float reported) {
        member(xMillis, reported, false);
    }

    private void member(float xMillis, float reported, boolean certain) {
        Contact contact = Contact.of(measured.size() + 1, Endpoint.v4(10, measured.size() + 1), 0)
                .at(new Coordinate(xMillis, 0, 0, 0, 0, 0.1f));
        var prospect = new Prospect(contact, 1);
        prospect.answered(List.of(reported), List.of(certain));
        measured.add(prospect);
    }

    private List<Boolean> doubted() {
        Witnesses.hear(measured);
        return measured.stream().map(Prospect::isDoubted).toList();
    }

    @Test
    void whoClaimsToBeNextToATargetThatIsFarIsDoubted() {
        member(10, 11);
        member(20, 19);
        member(40, 43);
        member(300, 0.1f);
        assertEquals(List.of(false, false, false, true), doubted());
    }

    @Test
    void liarsContradictEachOtherAndCannotTalkTheHonestDown() {
        member(10, 11);
        member(20, 19);
        member(30, 33);
        member(40, 38);
        member(300, 0.1f);
        member(-200, 0.1f);
        member(150, 0.1f);
        assertEquals(List.of(false, false, false, false, true, true, true), doubted());
    }

    @Test
    void whoIsNearerThanItsPlaceSaysIsBelievedWithinWhatPlacesAreGoodFor() {
        member(10, 4);
        member(20, 19);
        member(40, 43);
        member(80, 70);
        assertEquals(List.of(false, false, false, false), doubted());
    }

    @Test
    void whatTheAskerHasMeasuredItselfIsBelievedWhateverPlacesSay() {
        member(10, 11);
        member(20, 19);
        member(40, 43);
        member(300, 0.1f, true);
        assertEquals(List.of(false, false, false, false), doubted());
    }

    @Test
    void twoCannotOutvoteOne() {
        member(10, 10);
        member(200, 0.1f);
        assertEquals(List.of(false, false), doubted());
    }
}
