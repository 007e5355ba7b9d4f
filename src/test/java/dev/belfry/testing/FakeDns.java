package dev.belfry.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A name server on loopback (RFC 1035) that says what a test wants said. */
public final class FakeDns implements AutoCloseable {
  public static final int SERVFAIL = 2;
  public static final int NXDOMAIN = 3;
  public static final int REFUSED = 5;

  private static final int A = 1;
  private static final int TXT = 16;
  private static final int AAAA = 28;
  private static final int HEADER = 12;

  private final DatagramSocket socket;
  private final Map<String, Deque<List<InetAddress>>> answers = new ConcurrentHashMap<>();
  private final Map<String, List<String>> texts = new ConcurrentHashMap<>();
  private final Map<String, Integer> failures = new ConcurrentHashMap<>();
  private final List<String> silent = new CopyOnWriteArrayList<>();
  private final List<String> questions = new CopyOnWriteArrayList<>();

  public FakeDns() throws IOException {
    socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread thread = new Thread(this::serve, "fake-dns");
    thread.setDaemon(true);
    thread.start();
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /** Adds the answer to the next question for a name; the last one added is repeated. */
  public FakeDns answer(String name, String... addresses) throws IOException {
    InetAddress[] all = new InetAddress[addresses.length];
    for (int i = 0; i < addresses.length; i++) {
      all[i] = InetAddress.getAllByName(addresses[i])[0];
    }
    answers.computeIfAbsent(name, key -> new ArrayDeque<>()).add(Arrays.asList(all));
    return this;
  }

  /** Sets the TXT records of a name; none removes them. */
  public FakeDns text(String name, String... values) {
    if (values.length == 0) {
      texts.remove(name);
    } else {
      texts.put(name, List.of(values));
    }
    return this;
  }

  /** Answers questions for a name as usual again. */
  public FakeDns mend(String name) {
    failures.remove(name);
    return this;
  }

  /** Answers questions for a name with an error code. */
  public FakeDns fail(String name, int code) {
    failures.put(name, code);
    return this;
  }

  /** Never answers questions for a name. */
  public FakeDns ignore(String name) {
    silent.add(name);
    return this;
  }

  /** How often a name was asked for. */
  public int questions(String name) {
    return Collections.frequency(questions, name);
  }

  private void serve() {
    byte[] buffer = new byte[1500];
    while (!socket.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        byte[] reply = reply(ByteBuffer.wrap(buffer, 0, packet.getLength()));
        if (reply.length > 0) {
          socket.send(new DatagramPacket(reply, reply.length, packet.getSocketAddress()));
        }
      } catch (IOException e) {
        return;
      }
    }
  }

  private byte[] reply(ByteBuffer query) throws IOException {
    StringBuilder name = new StringBuilder();
    query.position(HEADER);
    for (int length = query.get(); length > 0; length = query.get()) {
      byte[] label = new byte[length];
      query.get(label);
      name.append(name.length() == 0 ? "" : ".");
      name.append(new String(label, StandardCharsets.US_ASCII));
    }
    int type = query.getShort();
    int end = query.position() + 2;
    String asked = name.toString().toLowerCase(Locale.ROOT);
    questions.add(asked);
    if (silent.contains(asked)) {
      return new byte[0];
    }
    Deque<List<InetAddress>> known = answers.get(asked);
    boolean exists = known != null || texts.containsKey(asked);
    int code = failures.getOrDefault(asked, exists ? 0 : NXDOMAIN);
    List<byte[]> found = List.of();
    if (code == 0 && type == TXT) {
      found = texts.getOrDefault(asked, List.of()).stream().map(FakeDns::characters).toList();
    } else if (code == 0 && known != null) {
      found =
          next(known).stream()
              .map(InetAddress::getAddress)
              .filter(address -> type == (address.length == 4 ? A : AAAA))
              .toList();
    }
    return message(query, end, type, code, found);
  }

  private static List<InetAddress> next(Deque<List<InetAddress>> known) {
    return known.size() > 1 ? known.remove() : known.element();
  }

  /** One character string (RFC 1035, 3.3.14). */
  private static byte[] characters(String value) {
    byte[] text = value.getBytes(StandardCharsets.US_ASCII);
    byte[] data = new byte[text.length + 1];
    data[0] = (byte) text.length;
    System.arraycopy(text, 0, data, 1, text.length);
    return data;
  }

  private static byte[] message(ByteBuffer query, int end, int type, int code, List<byte[]> found)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(query.getShort(0));
    out.writeShort(0x8580 | code);
    out.writeShort(1);
    out.writeShort(found.size());
    out.writeInt(0);
    byte[] question = new byte[end - HEADER];
    query.get(HEADER, question);
    out.write(question);
    for (byte[] data : found) {
      out.writeShort(0xc000 | HEADER);
      out.writeShort(type);
      out.writeShort(1);
      out.writeInt(60);
      out.writeShort(data.length);
      out.write(data);
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    socket.close();
  }
}
