package org.fastsend.server.auth;

/// What a user may do with files.
///
/// @param read fetch and list
/// @param write store, append, make directories, set times and modes
/// @param delete delete, remove and rename
/// @param thirdParty have data connections with other hosts than the client's own (RFC 959 section 5.2)
public record Rights(boolean read, boolean write, boolean delete, boolean thirdParty) {
    public static final Rights READ_ONLY = new Rights(true, false, false, false);
    /// All that has to do with files.
    public static final Rights ALL = new Rights(true, true, true, false);

    /// Parses letters out of `rwdt`; throws IllegalArgumentException on any other.
    public static Rights parse(String letters) {
        if (letters.isEmpty() || !letters.matches("[rwdt]*")) {
            throw new IllegalArgumentException("rights are letters out of rwdt, not '" + letters + "'");
        }
        return new Rights(letters.contains("r"), letters.contains("w"), letters.contains("d"), letters.contains("t"));
    }

    @Override
    public String toString() {
        return (read ? "r" : "") + (write ? "w" : "") + (delete ? "d" : "") + (thirdParty ? "t" : "");
    }
}
