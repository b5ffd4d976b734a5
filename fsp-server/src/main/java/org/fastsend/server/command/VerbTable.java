package org.fastsend.server.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The verbs of a session, by all their names.
public final class VerbTable {
    private final Map<String, Verb> byName = new HashMap<>();

    public VerbTable(Collection<? extends Verb> verbs) {
        for (Verb verb : verbs) {
            add(verb.name(), verb);
            verb.aliases().forEach(alias -> add(alias, verb));
        }
    }

    /// The verb of a name in upper case.
    public Optional<Verb> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /// Every verb once, in the order of names.
    public List<Verb> all() {
        return byName.entrySet().stream()
                .filter(entry -> entry.getKey().equals(entry.getValue().name()))
                .map(Map.Entry::getValue)
                .sorted(Comparator.comparing(Verb::name))
                .toList();
    }

    private void add(String name, Verb verb) {
        if (byName.put(name, verb) != null) {
            throw new IllegalArgumentException("two verbs are named " + name);
        }
    }
}
