package org.fastsend.core.files;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;

/// Entries of a collection whose paths differ in no more than what some disks take for the same: upper and lower
/// case, accents composed or not, characters that nobody sees. Used by one thread at a time. Holds nothing until it
/// is asked, which only such a disk makes anybody do; from then on at most 48 bytes for each entry.
final class Namesakes {
    private static final int FEWEST = 64;

    private final FileTable files;
    /// An open hash table in which equal hashes lie one behind the other, ended by a free place.
    private long[] hashes = new long[FEWEST];

    /// Numbers of the entries with these hashes, and one more, so that 0 is a free place.
    private int[] numbers = new int[FEWEST];

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
        while (known < files.size()) {
            learn(known++);
        }
        long hash = hash(file.path());
        List<Integer> found = new ArrayList<>();
        for (int at = place(hash); numbers[at] != 0; at = at + 1 & numbers.length - 1) {
            if (hashes[at] == hash && numbers[at] - 1 != file.file()) {
                found.add(numbers[at] - 1);
            }
        }
        return found;
    }

    private void learn(int number) {
        if (number >= numbers.length / 2) {
            grow();
        }
        put(hash(files.get(number).file().path()), number + 1);
    }

    private void grow() {
        long[] oldHashes = hashes;
        int[] oldNumbers = numbers;
        hashes = new long[2 * oldHashes.length];
        numbers = new int[2 * oldNumbers.length];
        for (int i = 0; i < oldNumbers.length; i++) {
            if (oldNumbers[i] != 0) {
                put(oldHashes[i], oldNumbers[i]);
            }
        }
    }

    private void put(long hash, int number) {
        int at = place(hash);
        while (numbers[at] != 0) {
            at = at + 1 & numbers.length - 1;
        }
        hashes[at] = hash;
        numbers[at] = number;
    }

    private int place(long hash) {
        return (int) (hash >>> 32) & numbers.length - 1;
    }

    /// FNV-1a over what is left of a path when all that any disk overlooks is taken away.
    private static long hash(String path) {
        // There and back, since some letters have no partner of their own: the sharp s becomes two.
        String even = path.toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        int[] seen = Normalizer.normalize(even, Normalizer.Form.NFD)
                .codePoints()
                .filter(c -> Character.getType(c) != Character.FORMAT)
                .toArray();
        return Arrays.stream(seen).asLongStream().reduce(0xcbf29ce484222325L, (hash, c) -> (hash ^ c) * 0x100000001b3L);
    }
}
