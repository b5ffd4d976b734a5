package org.fastsend.core.files;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;

/// Entries of a collection whose paths differ in no more than what some disks take for the same: upper and lower
/// case, accents composed or not, characters that nobody sees. Used by one thread at a time. Holds nothing until it
/// is asked, which only such a disk makes anybody do; from then on what a [PathIndex] of all entries takes.
final class Namesakes {
    private final FileTable files;
    /// By what is left of their paths.
    private final PathIndex entries = new PathIndex();

    private int known;

    Namesakes(FileTable files) {
        this.files = files;
    }

    /// Other ways to write a name that mean the same where they mean anything.
    static Set<String> spellings(String name) {
        Set<String> others = new LinkedHashSet<>(List.of(
                name.toLowerCase(Locale.ROOT),
                name.toUpperCase(Locale.ROOT),
                Normalizer.normalize(name, Normalizer.Form.NFC),
                Normalizer.normalize(name, Normalizer.Form.NFD)));
        others.remove(name);
        return others;
    }

    /// Numbers of the other entries told of so far that may be the same as this one to a disk. Which of them are,
    /// only the disk knows: each has rules of its own.
    List<Integer> of(FileOpened file) {
        for (; known < files.size(); known++) {
            entries.add(rest(files.get(known).file().path()), known);
        }
        List<Integer> found = new ArrayList<>();
        entries.find(rest(file.path()), number -> {
            if (number != file.file()) {
                found.add(number);
            }
            return false; // there may be more
        });
        return found;
    }

    /// What is left of a path when all that any disk overlooks is taken away.
    private static String rest(String path) {
        // There and back, since some letters have no partner of their own: the sharp s becomes two.
        String even = path.toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(even, Normalizer.Form.NFD)
                .codePoints()
                .filter(c -> Character.getType(c) != Character.FORMAT)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
