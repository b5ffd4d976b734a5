package org.fastsend.server.command;

import java.util.List;
import java.util.stream.Stream;
import org.fastsend.server.files.HashAlgorithm;
import org.fastsend.server.reply.ReplyCode;

/// The verbs of FTP itself: one instance of each serves all sessions. FEAT, HELP and OPTS are not among them, for
/// they speak of the whole table of a session, extensions included.
public final class FtpVerbs {
    private FtpVerbs() {}

    /// Hashes that may be computed at the same time.
    private static final int HASHES_AT_ONCE = 2;

    /// The verbs of one server.
    public static List<Verb> all() {
        Hashing.Bench bench = Hashing.Bench.of(HASHES_AT_ONCE);
        return Stream.of(access(), transfers(), files(), extensions(), hashes(bench), gridFtp())
                .flatMap(List::stream)
                .toList();
    }

    /// RFC 959 and 1123, RFC 2228 and 4217, RFC 2640, RFC 7151.
    private static List<Verb> access() {
        return List.of(
                new UserVerb(),
                new Pass(),
                new Unneeded("ACCT", "account", ReplyCode.SUPERFLUOUS, "Users have no accounts here"),
                new Rein(),
                new Quit(),
                new Host(),
                new Auth(),
                new Pbsz(),
                new Prot(),
                new Ccc(),
                new Lang(),
                new Syst(),
                new Stat(),
                new Noop(),
                new Clnt(),
                new Csid());
    }

    /// RFC 959, RFC 2428, RFC 3659.
    private static List<Verb> transfers() {
        return List.of(
                new Type(),
                new Mode(),
                new Stru(),
                new Pasv(),
                new Epsv(),
                new Port(),
                new Eprt(),
                new Rest(),
                new Rang(),
                new Allo(),
                new Retr(),
                new Stor(),
                new Stou(),
                new Appe(),
                new Abor(),
                new ListVerb(),
                new Nlst(),
                new Mlst(),
                new Mlsd());
    }

    /// RFC 959 and 1123, RFC 3659.
    private static List<Verb> files() {
        return List.of(
                new Pwd(),
                new Cwd(),
                new Cdup(),
                new Unneeded("SMNT", "path", ReplyCode.NOT_IMPLEMENTED, "There is only one tree here"),
                new Mkd(),
                new Rmd(),
                new Dele(),
                new Rnfr(),
                new Rnto(),
                new Size(),
                new Mdtm());
    }

    /// What clients send although no RFC knows it.
    private static List<Verb> extensions() {
        return List.of(
                new SetTime("MFMT", FactChange.Modify::new),
                new SetTime("MFCT", FactChange.Create::new),
                new Mff(),
                new Avbl(),
                new Comb(),
                new SiteVerb());
    }

    private static List<Verb> hashes(Hashing.Bench bench) {
        return List.of(
                new Hash(bench),
                new Cksm(bench),
                new XHash("XCRC", HashAlgorithm.CRC32, bench),
                new XHash("XMD5", HashAlgorithm.MD5, bench),
                new XHash("XSHA1", HashAlgorithm.SHA_1, List.of("XSHA"), bench),
                new XHash("XSHA256", HashAlgorithm.SHA_256, bench),
                new XHash("XSHA512", HashAlgorithm.SHA_512, bench));
    }

    /// GFD.20 and GFD.47.
    private static List<Verb> gridFtp() {
        return List.of(
                new Spas(),
                new Spor(),
                new Eret(),
                new Esto(),
                new Dcau(),
                new BufferSize(),
                new AutomaticBuffers(),
                new Mlsr());
    }
}
