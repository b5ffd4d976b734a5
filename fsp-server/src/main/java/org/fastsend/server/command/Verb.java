package org.fastsend.server.command;

import java.io.IOException;
import java.util.List;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// One command of the protocol. Verbs keep no state of sessions and are shared by all of them, but for those of an
/// extension, which are made for one session.
public interface Verb {
    /// Upper case, as it stands in front of the argument.
    String name();

    /// What stands behind it, for HELP; empty for nothing.
    default String syntax() {
        return "";
    }

    /// Other names of the same verb.
    default List<String> aliases() {
        return List.of();
    }

    /// Whether somebody who is not logged in may use it.
    default boolean isForStrangers() {
        return false;
    }

    /// Whether it is done at once while a transfer runs; others wait for its end.
    default boolean isUrgent() {
        return false;
    }

    /// Whether the argument is a secret, which must not stand in a log.
    default boolean isSecret() {
        return false;
    }

    /// Lines of FEAT (RFC 2389 section 3.2) that it stands for.
    default List<String> features(Session session) {
        return List.of();
    }

    /// Does it. An IOException is about the path in the argument and becomes its reply.
    Outcome run(Session session, String argument) throws Refused, IOException, InterruptedException;
}
