package org.fastsend.core.trust;

/// Who is at the other end of a session; its TLS handshake proved that it holds the key.
public sealed interface PeerIdentity {
    KeyHash key();

    /// A member of the federation, its certificate valid now.
    record Certified(Member member) implements PeerIdentity {
        @Override
        public KeyHash key() {
            return member.key();
        }
    }

    /// Nobody but a key. It may do what a capability lets this key do, and nothing else.
    record SelfSigned(KeyHash key) implements PeerIdentity {}
}
