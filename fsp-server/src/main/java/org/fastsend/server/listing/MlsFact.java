package org.fastsend.server.listing;

import java.util.EnumSet;
import java.util.Set;
import org.fastsend.server.files.Entry;

/// The facts of MLST and MLSD (RFC 3659 section 7.5), in the order in which they are sent.
public enum MlsFact {
    TYPE("type") {
        @Override
        String value(Entry entry, Access access) {
            return switch (entry.kind()) {
                case FILE -> "file";
                case DIRECTORY -> "dir";
                case LINK ->
                    "OS.unix=slink:" + PrintableName.of(entry.linkTarget()).replace(';', '?');
                case SPECIAL -> "OS.unix=special";
            };
        }
    },
    SIZE("size") {
        @Override
        String value(Entry entry, Access access) {
            return entry.kind() == Entry.Kind.FILE ? Long.toString(entry.size()) : "";
        }
    },
    MODIFY("modify") {
        @Override
        String value(Entry entry, Access access) {
            return FileTimes.format(entry.modified());
        }
    },
    PERM("perm") {
        @Override
        String value(Entry entry, Access access) {
            return access.perm(entry.isDirectory());
        }
    },
    UNIQUE("unique") {
        @Override
        String value(Entry entry, Access access) {
            return entry.unique();
        }
    },
    UNIX_MODE("UNIX.mode") {
        @Override
        String value(Entry entry, Access access) {
            return "0" + Integer.toOctalString(entry.mode());
        }
    };

    /// What the session may do, as far as the perm fact tells (RFC 3659 section 7.5.5).
    public record Access(boolean read, boolean write, boolean delete) {
        String perm(boolean directory) {
            String whenRead = directory ? "el" : "r";
            String whenWrite = directory ? "cm" : "aw";
            String whenDelete = directory ? "dfp" : "df";
            return (read ? whenRead : "") + (write ? whenWrite : "") + (delete ? whenDelete : "");
        }
    }

    private final String name;

    MlsFact(String name) {
        this.name = name;
    }

    abstract String value(Entry entry, Access access);

    /// One entry: the chosen facts it has, a space, its name.
    public static String line(Entry entry, Set<MlsFact> chosen, Access access) {
        StringBuilder line = new StringBuilder(96);
        for (MlsFact fact : values()) {
            if (chosen.contains(fact)) {
                String value = fact.value(entry, access);
                if (!value.isEmpty()) {
                    line.append(fact.name).append('=').append(value).append(';');
                }
            }
        }
        return line.append(' ').append(PrintableName.of(entry.name())).toString();
    }

    /// The FEAT line: all facts, those that are sent marked with `*`.
    public static String feature(Set<MlsFact> chosen) {
        StringBuilder line = new StringBuilder("MLST ");
        for (MlsFact fact : values()) {
            line.append(fact.name).append(chosen.contains(fact) ? "*;" : ";");
        }
        return line.toString();
    }

    /// The facts that `OPTS MLST` names, unknown ones ignored.
    public static Set<MlsFact> parse(String list) {
        Set<MlsFact> chosen = EnumSet.noneOf(MlsFact.class);
        for (String wanted : list.split(";", -1)) {
            for (MlsFact fact : values()) {
                if (fact.name.equalsIgnoreCase(wanted.strip())) {
                    chosen.add(fact);
                }
            }
        }
        return chosen;
    }

    /// The names of the chosen facts, each followed by `;`, as the reply to `OPTS MLST` repeats them.
    public static String names(Set<MlsFact> chosen) {
        StringBuilder names = new StringBuilder();
        for (MlsFact fact : values()) {
            if (chosen.contains(fact)) {
                names.append(fact.name).append(';');
            }
        }
        return names.toString();
    }
}
