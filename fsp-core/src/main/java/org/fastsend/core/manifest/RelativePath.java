package org.fastsend.core.manifest;

import java.util.Optional;
import org.fastsend.core.bytes.ByteWriter;

/// What a path in a manifest may look like (docs/wire.md, "Manifest feed"): components between single slashes that lead
/// nowhere but down. Names come from other people's machines; this is the first of two locks, the second is the
/// receiver that opens each component without following links.
public final class RelativePath {
    public static final int MAX_BYTES = 4096;
    public static final int MAX_COMPONENT_BYTES = 255;

    private RelativePath() {}

    /// Why this is no path for a manifest; empty if it is one.
    public static Optional<String> problem(String path) {
        if (utf8Length(path) > MAX_BYTES) {
            return Optional.of("path is longer than " + MAX_BYTES + " bytes");
        }
        for (String component : path.split("/", -1)) {
            Optional<String> problem = componentProblem(component);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    static Optional<String> componentProblem(String component) {
        if (component.isEmpty() || component.equals(".") || component.equals("..")) {
            return Optional.of("path has the component '" + component + "'");
        }
        if (component.indexOf('/') >= 0 || component.indexOf('\0') >= 0) {
            return Optional.of("file name holds a slash or a NUL");
        }
        if (utf8Length(component) > MAX_COMPONENT_BYTES) {
            return Optional.of("file name is longer than " + MAX_COMPONENT_BYTES + " bytes");
        }
        return Optional.empty();
    }

    static int utf8Length(String text) {
        return ByteWriter.utf8(text).length;
    }
}
