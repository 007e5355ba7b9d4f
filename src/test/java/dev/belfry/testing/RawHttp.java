package dev.belfry.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A connection on which a test says exactly what it wants, well-formed or not. */
public final class RawHttp implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;
  private final InputStream in;

  public RawHttp(int port) {
    this(port, PATIENCE_MILLIS);
  }

  /**
   * @param patienceMillis how long the server may be silent
   */
  public RawHttp(int port, int patienceMillis) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(patienceMillis);
      in = new BufferedInputStream(socket.getInputStream());
      socket.setTcpNoDelay(true);
    } catch (IOException e) {
      throw new AssertionError("no connection", e);
    }
  }

  /** Sends text as ISO 8859-1; a server that has hung up already is no failure. */
  public RawHttp send(String text) {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends bytes; a server that has hung up already is no failure. */
  public RawHttp send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (IOException hungUp) {
      return this;
    }
    return this;
  }

  /** One line of what the server says, without its end. */
  public String readLine() {
    StringBuilder line = new StringBuilder();
    try {
      for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
        line.append((char) b);
      }
    } catch (IOException e) {
      throw new AssertionError("reading failed", e);
    }
    return line.toString().strip();
  }

  /**
   * One answer of the server.
   *
   * @param headers by name in small letters
   */
  public record Answer(int status, Map<String, String> headers, String body) {
    /** A header, empty when there is none. */
    public String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  /** The next answer, whose length must be told. */
  public Answer readAnswer() {
    String line = readLine();
    if (!line.startsWith("HTTP/1.1 ")) {
      throw new AssertionError("no answer but: " + line);
    }
    Map<String, String> headers = new HashMap<>();
    for (String next = readLine(); !next.isEmpty(); next = readLine()) {
      int colon = next.indexOf(':');
      headers.put(
          next.substring(0, colon).toLowerCase(Locale.ROOT), next.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    try {
      byte[] body = in.readNBytes(length);
      return new Answer(
          Integer.parseInt(line.substring(9, 12)),
          headers,
          new String(body, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError("reading failed", e);
    }
  }

  /** Everything the server says until it hangs up, or falls silent for a while. */
  public String readToEnd() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      for (int b = in.read(); b >= 0; b = in.read()) {
        all.write(b);
      }
    } catch (SocketTimeoutException silence) {
      all.writeBytes("[silence]".getBytes(StandardCharsets.ISO_8859_1));
    } catch (SocketException reset) {
      all.writeBytes("[reset]".getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new AssertionError("reading failed", e);
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError("closing failed", e);
    }
  }
}
