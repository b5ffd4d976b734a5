package org.fastsend.core.files;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.RelativePath;

/// File names between the disk, which keeps bytes, and the manifest, which keeps UTF-8.
///
/// A [Path] decodes its bytes in the locale's charset, so in a batch job with `LANG=C` every accent is lost in
/// `toString()`. The bytes themselves survive in a file URI, in both directions; that is the way taken here for
/// names that are not plain ASCII, unless the locale is UTF-8.
final class FileNames {
    private static final boolean TEXT_IS_EXACT =
            File.separatorChar == '\\' || "UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));

    private FileNames() {}

    /// The path's text in UTF-8 with `/` between names; empty if its bytes are not UTF-8.
    static Optional<String> utf8(Path path) {
        String text = path.toString();
        if (isAscii(text) || (TEXT_IS_EXACT && text.indexOf('\uFFFD') < 0)) {
            return Optional.of(File.separatorChar == '/' ? text : text.replace(File.separatorChar, '/'));
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(path)))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /// The path as a message can show it: bytes that are not UTF-8, and control characters, as `\xNN`.
    static String printable(Path path) {
        Optional<String> text = utf8(path);
        if (text.isPresent() && text.get().chars().noneMatch(Character::isISOControl)) {
            return text.get();
        }
        StringBuilder shown = new StringBuilder();
        for (byte b : text.map(t -> t.getBytes(StandardCharsets.UTF_8)).orElseGet(() -> bytes(path))) {
            if (b >= ' ' && b < 0x7f) {
                shown.append((char) b);
            } else {
                shown.append("\\x").append(HexFormat.of().toHexDigits(b));
            }
        }
        return shown.toString();
    }

    /// The relative or absolute path that `utf8` names on this machine's disk, whatever the locale.
    static Path path(String utf8) {
        if (isAscii(utf8) || TEXT_IS_EXACT) {
            return Path.of(utf8);
        }
        StringBuilder uri = new StringBuilder(utf8.startsWith("/") ? "file://" : "file:///");
        for (byte b : utf8.getBytes(StandardCharsets.UTF_8)) {
            if (b == '/' || b == '.' || (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z')) {
                uri.append((char) b);
            } else {
                uri.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        Path absolute = Path.of(URI.create(uri.toString()));
        return utf8.startsWith("/") ? absolute : absolute.subpath(0, absolute.getNameCount());
    }

    /// The names in a manifest's path, checked once more: [RelativePath] says what they may be, and Windows what
    /// else they may not. Throws PROTOCOL for a path that leads anywhere but down: its sender is hostile or broken.
    static List<String> components(String path) {
        boolean foreign =
                File.separatorChar != '/' && (path.indexOf(File.separatorChar) >= 0 || path.indexOf(':') >= 0);
        if (foreign || RelativePath.problem(path).isPresent()) {
            throw new FspException(
                    ErrorCode.PROTOCOL,
                    "the sender's manifest names \"" + shortened(path) + "\", which is no path below the destination");
        }
        return List.of(path.split("/"));
    }

    private static String shortened(String path) {
        String shown = path.length() <= 200 ? path : path.substring(0, 200) + "...";
        return shown.replaceAll("\\p{Cntrl}", "?");
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    /// The bytes of a path, out of the percent-encoding of its URI.
    static byte[] bytes(Path path) {
        String encoded = Path.of("/").resolve(path).toUri().getRawPath();
        int start = path.isAbsolute() ? 0 : 1;
        // toUri() marks what happens to be a directory with a slash at the end.
        int end = encoded.length() > 1 && encoded.endsWith("/") ? encoded.length() - 1 : encoded.length();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = start; i < end; i++) {
            if (encoded.charAt(i) == '%') {
                bytes.write(HexFormat.fromHexDigits(encoded, i + 1, i + 3));
                i += 2;
            } else {
                bytes.write(encoded.charAt(i));
            }
        }
        return bytes.toByteArray();
    }
}
