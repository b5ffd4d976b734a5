package org.fastsend.server.command;

import java.util.List;

/// The verbs of FTP itself: one instance of each serves all sessions. FEAT, HELP and OPTS are not among them, for
/// they speak of the whole table of a session, extensions included.
public final class FtpVerbs {
    private FtpVerbs() {}

    public static List<Verb> all() {
        return List.of(
                // RFC 959 and 1123
                new UserVerb(),
                new Pass(),
                new Quit(),
                new Pwd(),
                new Cwd(),
                new Cdup(),
                new Type(),
                new Mode(),
                new Stru(),
                new Allo(),
                new Pasv(),
                new Port(),
                new Retr(),
                new Stor(),
                new Appe(),
                new Abor(),
                new ListVerb(),
                new Nlst(),
                new Dele(),
                new Rmd(),
                new Mkd(),
                new Rnfr(),
                new Rnto(),
                new Syst(),
                new Stat(),
                new Noop(),
                new SiteVerb(),
                // RFC 2428
                new Epsv(),
                new Eprt(),
                // RFC 3659
                new Rest(),
                new Size(),
                new Mdtm(),
                new Mlst(),
                new Mlsd(),
                // RFC 4217
                new Auth(),
                new Pbsz(),
                new Prot(),
                new Ccc(),
                // What clients send although no RFC knows it
                new Mfmt(),
                new Clnt());
    }
}
