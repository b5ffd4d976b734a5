package org.fastsend.core.trust;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A member's role and name as one URI, `fsp:relay:r1`, among its certificate's subject alternative names.
///
/// @param name 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or digit: safe in messages,
///     file names and logs
record MemberName(Role role, String name) {
    private static final String SCHEME = "fsp:";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    MemberName {
        if (!isName(name)) {
            throw new IllegalArgumentException("no member has the name " + name);
        }
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    String uri() {
        return SCHEME + role.word() + ":" + name;
    }

    static Optional<MemberName> parse(String uri) {
        for (Role role : Role.values()) {
            String start = SCHEME + role.word() + ":";
            if (uri.startsWith(start) && isName(uri.substring(start.length()))) {
                return Optional.of(new MemberName(role, uri.substring(start.length())));
            }
        }
        return Optional.empty();
    }

    /// The only one among the URIs; a certificate that says two things says none.
    static Optional<MemberName> only(List<String> uris) {
        List<String> ours = uris.stream().filter(u -> u.startsWith(SCHEME)).toList();
        return ours.size() == 1 ? parse(ours.getFirst()) : Optional.empty();
    }
}
