package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/// A client that says exactly what a test wants said, byte by byte if need be.
public final class ControlClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final Pattern EXTENDED_PORT = Pattern.compile("\\(\\|\\|\\|(\\d+)\\|\\)");

    private Socket socket;
    private final Socket clear;

    private ControlClient(Socket socket) {
        this.socket = socket;
        this.clear = socket;
    }

    /// Connects and reads the greeting.
    public static ControlClient connect(int port) throws IOException {
        ControlClient client = new ControlClient(open(port));
        client.expect(220);
        return client;
    }

    public static ControlClient anonymous(int port) throws IOException {
        return connect(port).login("anonymous", "x");
    }

    /// Connects, and reads nothing yet.
    static ControlClient knock(int port) throws IOException {
        return new ControlClient(open(port));
    }

    /// Connects where TLS is spoken at once.
    static ControlClient connect(int port, TlsClient tls) throws IOException {
        ControlClient client = new ControlClient(tls.over(open(port)));
        client.expect(220);
        return client;
    }

    public ControlClient login(String user, String password) throws IOException {
        say(331, "USER " + user);
        say(230, "PASS " + password);
        say(200, "TYPE I");
        return this;
    }

    /// AUTH TLS, PBSZ and PROT P.
    public ControlClient secure() throws IOException {
        return secure(new TlsClient("TLSv1.3", "TLSv1.2"));
    }

    ControlClient secure(TlsClient tls) throws IOException {
        say(234, "AUTH TLS");
        startTls(tls);
        say(200, "PBSZ 0");
        say(200, "PROT P");
        return this;
    }

    public void startTls() throws IOException {
        startTls(new TlsClient("TLSv1.3", "TLSv1.2"));
    }

    void startTls(TlsClient tls) throws IOException {
        socket = tls.control(socket);
    }

    /// Starts another handshake within TLS.
    void negotiateAnew() throws IOException {
        ((SSLSocket) socket).startHandshake();
    }

    /// The session of the control connection's TLS.
    SSLSession tlsSession() {
        return ((SSLSocket) socket).getSession();
    }

    /// Ends TLS in order, and goes on in the clear.
    public void endTls() throws IOException {
        socket.close(); // waits for the server's close_notify, and leaves the connection below open
        socket = clear;
    }

    /// Goes on in the clear behind the server's end of TLS, without one of its own.
    public void leaveTls() throws IOException {
        DataInputStream in = new DataInputStream(clear.getInputStream());
        in.skipNBytes(3); // type and version of the record that ends it
        in.skipNBytes(in.readUnsignedShort());
        socket = clear;
    }

    /// Sends one command and returns its reply, which must have this code.
    public String say(int code, String command) throws IOException {
        send(command + "\r\n");
        return expect(code);
    }

    /// Sends one command and returns its reply, whatever it is.
    public String saidTo(String command) throws IOException {
        send(command + "\r\n");
        return read();
    }

    public void send(String raw) throws IOException {
        send(raw.getBytes(StandardCharsets.UTF_8));
    }

    public void send(byte[] raw) throws IOException {
        socket.getOutputStream().write(raw);
        socket.getOutputStream().flush();
    }

    /// Sends a byte as TCP's urgent data.
    public void sendUrgent(byte value) throws IOException {
        socket.sendUrgentData(value);
    }

    /// Reads one reply, of however many lines, which must have this code.
    public String expect(int code) throws IOException {
        String reply = read();
        assertEquals(Integer.toString(code), reply.substring(0, Math.min(3, reply.length())), reply);
        return reply;
    }

    /// Reads one reply.
    public String read() throws IOException {
        StringBuilder reply = new StringBuilder();
        while (true) {
            String line = line();
            reply.append(line).append('\n');
            if (line.length() < 4 || (line.charAt(3) == ' ' && Character.isDigit(line.charAt(0)))) {
                return reply.toString().strip();
            }
        }
    }

    /// Whether the server has closed the connection and said nothing more.
    public boolean isClosed() throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException _) {
            return true; // reset: it had not read all that was said to it
        }
    }

    /// Opens the data connection of EPSV.
    public Socket passive() throws IOException {
        return open(passivePort());
    }

    public int passivePort() throws IOException {
        return port(say(229, "EPSV"));
    }

    public static int port(String reply) {
        Matcher matcher = EXTENDED_PORT.matcher(reply);
        if (!matcher.find()) {
            throw new AssertionError("no port in " + reply);
        }
        return Integer.parseInt(matcher.group(1));
    }

    /// What a transfer command brings over a plain data connection.
    public String fetch(String command) throws IOException {
        try (Socket data = passive()) {
            say(150, command);
            String text = new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            expect(226);
            return text;
        }
    }

    /// What a transfer command brings in another mode.
    public String fetchIn(String mode, String command) throws IOException {
        say(200, "MODE " + mode);
        return fetch(command);
    }

    /// Sends a file over a plain data connection.
    public String store(String command, String content) throws IOException {
        try (Socket data = passive()) {
            say(150, command);
            data.getOutputStream().write(content.getBytes(StandardCharsets.UTF_8));
        }
        return expect(226);
    }

    public static Socket open(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /// TLS over a connected socket, whoever is there.
    public static SSLSocket tls(Socket socket) throws IOException {
        return new TlsClient("TLSv1.3", "TLSv1.2").over(socket);
    }

    /// Drops the connection without a word.
    public void vanish() throws IOException {
        clear.setSoLinger(true, 0);
        clear.close();
    }

    @Override
    public void close() {
        try {
            socket.close();
            clear.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() throws IOException {
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the server closed the connection after '" + line + "'");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
