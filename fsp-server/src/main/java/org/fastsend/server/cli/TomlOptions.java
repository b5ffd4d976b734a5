package org.fastsend.server.cli;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.DiskFailure;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// A configuration file: the names of options without their dashes, and their values. What stands on the command
/// line as well counts from there.
final class TomlOptions {
    private static final long MAX_BYTES = 1 << 20;

    private TomlOptions() {}

    /// Fills `options`, an object with picocli's annotations, from the file and the command line.
    static void read(Path file, ParseResult commandLine, Object options) {
        List<String> arguments = new ArrayList<>(fromFile(file));
        for (OptionSpec given : commandLine.matchedOptions()) {
            arguments.removeIf(argument -> isSame(argument, given));
        }
        for (OptionSpec given : commandLine.matchedOptions()) {
            for (String value : given.originalStringValues()) {
                arguments.add(given.longestName() + "=" + value);
            }
        }
        try {
            new CommandLine(options).setUnmatchedArgumentsAllowed(false).parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new FspException(ErrorCode.USAGE, "configuration " + file + ": " + e.getMessage(), e);
        }
    }

    private static boolean isSame(String argument, OptionSpec option) {
        return argument.startsWith(option.longestName() + "=");
    }

    private static List<String> fromFile(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new FspException(ErrorCode.USAGE, "configuration " + file + " is larger than 1 MiB");
            }
            List<String> arguments = new ArrayList<>();
            for (Map.Entry<String, JsonNode> entry :
                    new TomlMapper().readTree(file.toFile()).properties()) {
                arguments.add("--" + entry.getKey() + "=" + value(entry.getValue()));
            }
            return arguments;
        } catch (JacksonException e) {
            throw new FspException(
                    ErrorCode.USAGE, "configuration " + file + " is not TOML: " + e.getOriginalMessage(), e);
        } catch (NoSuchFileException e) {
            throw new FspException(ErrorCode.MISSING_PATH, "no configuration " + file, e);
        } catch (IOException e) {
            throw new FspException(
                    ErrorCode.MISSING_PATH, "cannot read configuration " + file + ": " + DiskFailure.reason(e), e);
        }
    }

    private static String value(JsonNode node) {
        if (!node.isArray()) {
            return node.asText();
        }
        List<String> parts = new ArrayList<>();
        node.forEach(part -> parts.add(part.asText()));
        return String.join(",", parts);
    }
}
