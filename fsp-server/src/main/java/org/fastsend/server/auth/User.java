package org.fastsend.server.auth;

/// Somebody who may log in.
///
/// @param name without `:` and control characters
/// @param home the directory below the served root that this user sees as `/`; absolute
public record User(String name, String home, Rights rights, UserLimits limits) {
    /// The name under which the log knows everybody who came without a password.
    public static final User ANONYMOUS = new User("anonymous", "/", Rights.READ_ONLY);

    /// A user without limits.
    public User(String name, String home, Rights rights) {
        this(name, home, rights, UserLimits.NONE);
    }

    public User {
        if (name.isEmpty() || name.indexOf(':') >= 0 || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a user's name has no colons and no control characters");
        }
        if (!home.startsWith("/") || home.indexOf(':') >= 0 || home.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a home starts with / and has no colons and no control characters");
        }
    }
}
