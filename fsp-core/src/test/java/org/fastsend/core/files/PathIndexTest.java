package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathIndexTest {
    private final PathIndex index = new PathIndex();
    private final List<String> paths = new ArrayList<>();

    private void add(String path) {
        index.add(path, paths.size());
        paths.add(path);
    }

    private int find(String path) {
        return index.find(path, file -> paths.get(file).equals(path));
    }

    @Test
    void everyPathIsFoundAndNoOther() {
        for (int i = 0; i < 5_000; i++) {
            add("directory " + i % 7 + "/file " + i);
        }
        for (int i = 0; i < 5_000; i++) {
            assertEquals(i, find(paths.get(i)));
        }
        assertEquals(-1, find("directory 0/file 1"));
    }

    @Test
    void pathsOfOneHashAreToldApartByWhoeverAsks() {
        add("Aa");
        add("BB");
        assertEquals("Aa".hashCode(), "BB".hashCode());
        assertEquals(0, find("Aa"));
        assertEquals(1, find("BB"));
    }

    @Test
    void theOneThatIsMeantIsFoundAmongSeveralOfOnePath() {
        add("path");
        add("path");
        assertEquals(1, index.find("path", file -> file == 1));
    }
}
