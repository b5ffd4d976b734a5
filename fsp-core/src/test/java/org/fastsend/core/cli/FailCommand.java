package org.fastsend.core.cli;

import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Fails in the way it is told.
@Command(name = "fail")
public final class FailCommand implements FspCommand {
    @Parameters
    private String how = "";

    @Override
    public Integer call() throws Exception {
        throw switch (how) {
            case "named" ->
                new FspException(ErrorCode.MALFORMED_TICKET, "t.ticket is not a ticket:\n ask for it again");
            case "host" -> new UnknownHostException("nowhere.example");
            case "path" -> new NoSuchFileException("/no/such");
            case "full" -> new FileSystemException("/data/x", null, "No space left on device");
            case "interrupt" -> new InterruptedException();
            default -> new IllegalStateException(how);
        };
    }
}
