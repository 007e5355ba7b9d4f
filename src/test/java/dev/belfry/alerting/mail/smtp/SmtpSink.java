package dev.belfry.alerting.mail.smtp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A mail server that takes everything, except what its test tells it not to. A receiver whose
 * address begins with {@code refused}, {@code later} or {@code hang} gets 550, 451 or, after the
 * data, no answer.
 */
public final class SmtpSink implements AutoCloseable {
  private final ServerSocket server;
  private final @Nullable SSLContext tls;
  private final boolean tlsFromTheStart;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  public final Queue<String> messages = new ConcurrentLinkedQueue<>();
  public final Set<String> recipients = ConcurrentHashMap.newKeySet();
  public final AtomicInteger count = new AtomicInteger();
  public final AtomicInteger connections = new AtomicInteger();
  final AtomicInteger encrypted = new AtomicInteger();
  public volatile boolean keeps = true;
  volatile String greeting = "220 sink";

  private SmtpSink(int port, @Nullable SSLContext tls, boolean tlsFromTheStart) throws IOException {
    this.server = new ServerSocket(port, 200, InetAddress.getLoopbackAddress());
    this.tls = tls;
    this.tlsFromTheStart = tlsFromTheStart;
    thread(this::accept, "sink");
  }

  /** On a port of its own, 0 for any. */
  public static SmtpSink plain(int port) throws IOException {
    return new SmtpSink(port, null, false);
  }

  static SmtpSink startTls(SSLContext tls) throws IOException {
    return new SmtpSink(0, tls, false);
  }

  static SmtpSink tls(SSLContext tls) throws IOException {
    return new SmtpSink(0, tls, true);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** The only message there is. */
  String message() {
    List<String> all = List.copyOf(messages);
    if (all.size() != 1) {
      throw new AssertionError(all.size() + " messages");
    }
    return all.get(0);
  }

  /** Breaks every connection there is. */
  void hangUp() {
    open.forEach(SmtpSink::close);
  }

  @Override
  public void close() throws IOException {
    server.close();
    hangUp();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // It is gone.
    }
  }

  private static void thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        open.add(socket);
        connections.incrementAndGet();
        thread(() -> serve(socket), "sink-connection");
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      Session session = new Session(tlsFromTheStart ? encrypt(socket) : socket);
      session.say(greeting);
      while (session.obey()) {
        // Until one side has had enough.
      }
    } catch (IOException gone) {
      // The client has left.
    } finally {
      open.remove(socket);
    }
  }

  private Socket encrypt(Socket socket) throws IOException {
    SSLContext context = Objects.requireNonNull(tls);
    SSLSocket secure =
        (SSLSocket)
            context.getSocketFactory().createSocket(socket, "127.0.0.1", socket.getPort(), true);
    secure.setUseClientMode(false);
    secure.startHandshake();
    encrypted.incrementAndGet();
    return secure;
  }

  private final class Session {
    private Socket socket;
    private InputStream in;
    private OutputStream out;
    private String recipient = "";
    private boolean secure = tlsFromTheStart;

    Session(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new BufferedInputStream(socket.getInputStream());
      this.out = socket.getOutputStream();
    }

    void say(String line) throws IOException {
      out.write((line + "\r\n").getBytes(ISO_8859_1));
      out.flush();
    }

    boolean obey() throws IOException {
      String line = line();
      String command = line.length() < 4 ? line : line.substring(0, 4).toUpperCase(Locale.ROOT);
      switch (command) {
        case "EHLO" -> say(tls != null && !secure ? "250-sink\r\n250 STARTTLS" : "250 sink");
        case "STAR" -> startTls();
        case "MAIL", "RSET", "NOOP" -> say("250 2.0.0 fine");
        case "RCPT" -> recipient(line.substring(line.indexOf('<') + 1, line.indexOf('>')));
        case "DATA" -> data();
        case "QUIT" -> say("221 bye");
        default -> say("502 what");
      }
      return !command.equals("QUIT") && !command.isEmpty();
    }

    private void startTls() throws IOException {
      say("220 go on");
      socket = encrypt(socket);
      in = new BufferedInputStream(socket.getInputStream());
      out = socket.getOutputStream();
      secure = true;
    }

    private void recipient(String address) throws IOException {
      recipient = address;
      if (address.startsWith("refused")) {
        say("550 5.1.1 nobody of that name here");
      } else if (address.startsWith("later")) {
        say("451 4.7.1 come back later");
      } else {
        say("250 2.1.5 fine");
      }
    }

    private void data() throws IOException {
      say("354 go on");
      ByteArrayOutputStream message = new ByteArrayOutputStream(16_384);
      int state = 2; // How much of CRLF dot CRLF was seen; a message may begin with the dot.
      while (state < 5) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("cut off");
        }
        message.write(next);
        state =
            switch (next) {
              case '\r' -> state == 3 ? 4 : 1;
              case '\n' -> state == 4 ? 5 : state == 1 ? 2 : 0;
              case '.' -> state == 2 ? 3 : 0;
              default -> 0;
            };
      }
      if (recipient.startsWith("hang")) {
        in.read();
        return;
      }
      if (keeps) {
        messages.add(message.toString(ISO_8859_1));
      }
      recipients.add(recipient);
      say("250 2.0.0 queued as " + count.incrementAndGet());
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      int next = in.read();
      while (next >= 0 && next != '\n') {
        if (next != '\r') {
          line.append((char) next);
        }
        next = in.read();
      }
      return line.toString();
    }
  }
}
