package dev.belfry.engine.probe.dns;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A name server on loopback, over UDP and TCP at one port, that does what a script says. */
public final class ScriptedDns implements AutoCloseable {
  /** What happens to each query. */
  public interface Script {
    void play(Query query) throws IOException;
  }

  /** The way back to who asked. */
  private interface Way {
    void send(byte[] message) throws IOException;
  }

  private final ServerSocket connections;
  private final DatagramSocket datagrams;
  private final Script script;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Query> queries = new CopyOnWriteArrayList<>();

  private ScriptedDns(ServerSocket connections, DatagramSocket datagrams, Script script) {
    this.connections = connections;
    this.datagrams = datagrams;
    this.script = script;
    threads.execute(this::receive);
    threads.execute(this::accept);
  }

  public static ScriptedDns playing(Script script) throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    while (true) {
      ServerSocket connections = new ServerSocket(0, 50, here);
      try {
        DatagramSocket datagrams = new DatagramSocket(connections.getLocalPort(), here);
        return new ScriptedDns(connections, datagrams, script);
      } catch (BindException e) { // Another socket has the port for datagrams.
        connections.close();
      }
    }
  }

  /** A query that came, with its number among all, from 1 on. */
  public static final class Query {
    private final byte[] bytes;
    private final boolean overTcp;
    private final int number;
    private final SocketAddress from;
    private final Way way;
    private boolean held;

    private Query(byte[] bytes, boolean overTcp, int number, SocketAddress from, Way way) {
      this.bytes = bytes;
      this.overTcp = overTcp;
      this.number = number;
      this.from = from;
      this.way = way;
    }

    public byte[] bytes() {
      return bytes.clone();
    }

    public boolean overTcp() {
      return overTcp;
    }

    public int number() {
      return number;
    }

    public SocketAddress from() {
      return from;
    }

    /** The response to it, as yet without records. */
    public DnsWire response() {
      return DnsWire.to(bytes);
    }

    public void send(DnsWire message) throws IOException {
      way.send(message.bytes());
    }

    public void send(byte[] message) throws IOException {
      way.send(message);
    }

    /** Keeps the connection that it came over open until the server is closed. */
    public void hold() {
      held = true;
    }
  }

  public int port() {
    return connections.getLocalPort();
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port());
  }

  /** Sends a message from the address of this server to a client of another. */
  public void sendTo(SocketAddress receiver, DnsWire message) throws IOException {
    byte[] bytes = message.bytes();
    datagrams.send(new DatagramPacket(bytes, bytes.length, receiver));
  }

  /** The queries so far. */
  public List<Query> queries() {
    return List.copyOf(queries);
  }

  private void receive() {
    byte[] buffer = new byte[4_096];
    while (!datagrams.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        datagrams.receive(packet);
        SocketAddress from = packet.getSocketAddress();
        play(
            Arrays.copyOf(buffer, packet.getLength()),
            false,
            from,
            message -> datagrams.send(new DatagramPacket(message, message.length, from)));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void accept() {
    while (!connections.isClosed()) {
      try {
        Socket socket = connections.accept();
        open.add(socket);
        threads.execute(() -> converse(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void converse(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      byte[] query = new byte[in.readUnsignedShort()];
      in.readFully(query);
      boolean held =
          play(
              query,
              true,
              socket.getRemoteSocketAddress(),
              message -> {
                byte[] framed = new byte[message.length + 2];
                framed[0] = (byte) (message.length >> 8);
                framed[1] = (byte) message.length;
                System.arraycopy(message, 0, framed, 2, message.length);
                out.write(framed);
              });
      if (held) {
        in.readAllBytes();
      }
    } catch (IOException e) {
      return; // The probe has gone.
    } finally {
      open.remove(socket);
    }
  }

  private synchronized boolean play(byte[] bytes, boolean overTcp, SocketAddress from, Way way)
      throws IOException {
    Query query = new Query(bytes, overTcp, queries.size() + 1, from, way);
    queries.add(query);
    script.play(query);
    return query.held;
  }

  /** Closes its port, so that the system refuses clients. */
  public void stop() throws IOException {
    datagrams.close();
    connections.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdownNow();
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
