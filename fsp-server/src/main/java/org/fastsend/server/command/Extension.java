package org.fastsend.server.command;

import java.util.List;
import java.util.Map;

/// Verbs beyond FTP, made anew for each session, so that they may keep what belongs to it.
///
/// @param options what OPTS sets for them, by upper-case name
public record Extension(List<Verb> verbs, Map<String, Opts.Setter> options) {
    public static final Extension NONE = new Extension(List.of(), Map.of());
}
