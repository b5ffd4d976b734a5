package org.fastsend.client.ftp;

/// A name and password to log in with. Never printed whole.
public record Login(String user, String password) {
    /// RFC 1635; the password is a courtesy, not a secret.
    public static final Login ANONYMOUS = new Login("anonymous", "fsp@");

    public boolean isAnonymous() {
        return user.equals("anonymous") || user.equals("ftp");
    }

    @Override
    public String toString() {
        return "Login[" + user + "]";
    }
}
