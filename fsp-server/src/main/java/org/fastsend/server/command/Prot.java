package org.fastsend.server.command;

import java.util.List;
import java.util.Locale;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Protection;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// PROT: whether TLS protects data connections (RFC 4217 section 9).
final class Prot implements Verb {
    @Override
    public String name() {
        return "PROT";
    }

    @Override
    public String syntax() {
        return "C|P";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public List<String> features(Session session) {
        return List.of("PROT");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        session.parameters().refuseIfFrozen();
        if (!session.isProtectionBufferSet()) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "PROT comes after AUTH TLS and PBSZ");
        }
        switch (argument.strip().toUpperCase(Locale.ROOT)) {
            case "P" -> session.protection(Protection.PRIVATE);
            case "C" -> {
                if (session.site().policy().requireTls()) {
                    throw new Refused(ReplyCode.AGAINST_POLICY, "Data needs PROT P here");
                }
                session.protection(Protection.CLEAR);
            }
            case "S", "E" -> throw new Refused(ReplyCode.LEVEL_UNSUPPORTED, "TLS knows only C and P");
            default -> throw new Refused(ReplyCode.BAD_PARAMETER, "PROT C or PROT P");
        }
        return Outcome.reply(ReplyCode.OK, "Protection set");
    }
}
