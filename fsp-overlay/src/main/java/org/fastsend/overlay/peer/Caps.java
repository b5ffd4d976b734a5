package org.fastsend.overlay.peer;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many members of one operator or one subnet may stand together, in a ring, an answer or a stripe: whoever makes
/// up many members gets no more of the places than that.
///
/// @param perOperator 0 for any number
/// @param perSubnet 0 for any number
public record Caps(int perOperator, int perSubnet) {
    public static final Caps NONE = new Caps(0, 0);
    public static final Caps DEFAULT = new Caps(2, 2);

    private static final Pattern FORM = Pattern.compile("\\s*([0-9]{1,4})\\s*,\\s*([0-9]{1,4})\\s*");

    /// As people write them: `2,2`, how many of an operator and how many of a subnet.
    ///
    /// @throws IllegalArgumentException for anything else
    public static Caps parse(String text) {
        Matcher caps = FORM.matcher(text);
        if (!caps.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' are no caps; write 2,2: relays of one operator, and of one subnet (0: any number)");
        }
        return new Caps(Integer.parseInt(caps.group(1)), Integer.parseInt(caps.group(2)));
    }

    /// Those that hold: what was said, or else the default, which is none on the loopback interface, where everybody
    /// has one operator and one subnet.
    public static Caps inForce(Optional<Caps> said, boolean loopback) {
        return said.orElse(loopback ? NONE : DEFAULT);
    }

    public boolean isNone() {
        return perOperator == 0 && perSubnet == 0;
    }

    /// Whether there is room for one more like this.
    public boolean admits(List<Contact> group, Contact contact) {
        if (isNone()) {
            return true;
        }
        int sameOperator = 0;
        int sameSubnet = 0;
        for (Contact other : group) {
            sameOperator += contact.operator() != 0 && other.operator() == contact.operator() ? 1 : 0;
            sameSubnet += other.endpoint().subnet() == contact.endpoint().subnet() ? 1 : 0;
        }
        return (perOperator == 0 || sameOperator < perOperator) && (perSubnet == 0 || sameSubnet < perSubnet);
    }
}
