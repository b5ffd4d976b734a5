package org.fastsend.core.trust;

/// Someone with a valid certificate of the federation.
///
/// @param name as the authority wrote it; see [MemberName] for what it may hold
/// @param key hash of the key that the certificate names
public record Member(Role role, String name, KeyHash key) {
    /// As messages name it: `relay r1`.
    @Override
    public String toString() {
        return role.word() + " " + name;
    }
}
