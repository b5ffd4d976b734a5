package org.fastsend.server.command;

import java.util.Locale;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;
import org.fastsend.server.session.TransferType;

/// TYPE: ASCII or image; L 8 is image by another name (RFC 959 section 3.1.1).
final class Type implements Verb {
    @Override
    public String name() {
        return "TYPE";
    }

    @Override
    public String syntax() {
        return "A|I";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        switch (argument.strip().toUpperCase(Locale.ROOT)) {
            case "A", "A N" -> session.parameters().type(TransferType.ASCII);
            case "I", "L 8", "L8" -> session.parameters().type(TransferType.IMAGE);
            default -> throw new Refused(ReplyCode.BAD_PARAMETER, "TYPE A or TYPE I");
        }
        return Outcome.reply(ReplyCode.OK, "Type is " + session.parameters().type());
    }
}
