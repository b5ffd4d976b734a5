package org.fastsend.server.command;

import java.util.List;
import java.util.Locale;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// LANG: the language of replies (RFC 2640 section 4). There is one.
final class Lang implements Verb {
    @Override
    public String name() {
        return "LANG";
    }

    @Override
    public String syntax() {
        return "[EN]";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public List<String> features(Session session) {
        return List.of("LANG EN*");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        String language = argument.strip().toUpperCase(Locale.ROOT);
        if (!language.isEmpty() && !language.equals("EN") && !language.startsWith("EN-")) {
            throw new Refused(ReplyCode.BAD_PARAMETER, "Replies are in English only");
        }
        return Outcome.reply(ReplyCode.OK, "Replies are in English");
    }
}
