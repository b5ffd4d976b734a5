package org.fastsend.server.session;

import org.fastsend.server.auth.User;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;

/// How far a client has come with saying who it is.
public sealed interface LoginState {
    /// Connected, no more.
    record Stranger() implements LoginState {}

    /// Has given a name, and owes the password.
    record Named(String name) implements LoginState {}

    /// May work.
    ///
    /// @param tree what this user may touch
    /// @param share what the user's sessions have together
    /// @param directory the current one
    record LoggedIn(User user, UserShare share, RootedTree tree, VirtualPath directory) implements LoginState {
        public LoggedIn in(VirtualPath other) {
            return new LoggedIn(user, share, tree, other);
        }
    }
}
