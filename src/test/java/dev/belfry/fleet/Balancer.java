package dev.belfry.fleet;

import dev.belfry.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** HAProxy with the configuration that is shipped; only addresses and ports are others. */
public final class Balancer implements AutoCloseable {
  static final Path SHIPPED = Path.of("config/haproxy.cfg");
  private static final Pattern SERVER =
      Pattern.compile("(?m)(?:^ *server belfry-\\d belfry-\\d:8080\n)+");
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final int ATTEMPTS = 5;

  private final Process process;
  private final Address address;
  private final int statsPort;

  /** Where something listens. */
  public record Address(String host, int port) {}

  /**
   * An instance as the balancer sees it.
   *
   * @param management port of its health
   */
  public record Server(Address api, int management) {}

  private Balancer(Process process, Address address, int statsPort) {
    this.process = process;
    this.address = address;
    this.statsPort = statsPort;
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /** Starts it on this machine, and returns when it accepts connections. */
  public static Balancer start(Path directory, List<Server> servers) {
    for (int attempt = 1; ; attempt++) {
      Address front = new Address("127.0.0.1", FreePort.find());
      try {
        return start(directory, front, servers);
      } catch (UncheckedIOException lost) { // Somebody else has taken the port meanwhile.
        if (attempt == ATTEMPTS) {
          throw lost;
        }
      }
    }
  }

  private static Balancer start(Path directory, Address front, List<Server> servers) {
    int stats = FreePort.find();
    Path file = directory.resolve("haproxy.cfg");
    try {
      Files.writeString(file, config(Files.readString(SHIPPED), front, stats, servers));
      Process process =
          new ProcessBuilder("haproxy", "-db", "-f", file.toString())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("haproxy.log").toFile())
              .start();
      Balancer balancer = new Balancer(process, front, stats);
      balancer.await(directory);
      return balancer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The shipped text with these addresses. */
  static String config(String shipped, Address front, int stats, List<Server> servers) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < servers.size(); i++) {
      Server server = servers.get(i);
      lines.append(
          "  server belfry-%d %s:%d port %d%n"
              .formatted(i + 1, server.api().host(), server.api().port(), server.management()));
    }
    Matcher matcher = SERVER.matcher(shipped);
    if (!matcher.find()) {
      throw new AssertionError(SHIPPED + " has no servers");
    }
    String text = matcher.replaceAll(Matcher.quoteReplacement(lines.toString()));
    text = replace(text, "bind :8080", "bind " + front.host() + ":" + front.port());
    return replace(text, "bind 127.0.0.1:8404", "bind 127.0.0.1:" + stats);
  }

  private static String replace(String text, String what, String with) {
    if (!text.contains(what)) {
      throw new AssertionError(SHIPPED + " has no " + what);
    }
    return text.replace(what, with);
  }

  private void await(Path directory) throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!accepts()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new IOException(Files.readString(directory.resolve("haproxy.log")));
      }
      Thread.onSpinWait();
    }
  }

  private boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.host(), address.port()), 200);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Where it listens. */
  public Address address() {
    return address;
  }

  /** Port of the statistics on the loopback address of where it runs. */
  int statsPort() {
    return statsPort;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
