package org.fastsend.server.auth;

/// What a user may do with files.
///
/// @param read fetch and list
/// @param write store, append, make directories, set times and modes
/// @param delete delete, remove and rename
public record Rights(boolean read, boolean write, boolean delete) {
    public static final Rights READ_ONLY = new Rights(true, false, false);
    public static final Rights ALL = new Rights(true, true, true);

    /// Parses letters out of `rwd`; throws IllegalArgumentException on any other.
    public static Rights parse(String letters) {
        if (letters.isEmpty() || !letters.matches("[rwd]*")) {
            throw new IllegalArgumentException("rights are letters out of rwd, not '" + letters + "'");
        }
        return new Rights(letters.contains("r"), letters.contains("w"), letters.contains("d"));
    }

    @Override
    public String toString() {
        return (read ? "r" : "") + (write ? "w" : "") + (delete ? "d" : "");
    }
}
