package dev.belfry.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Finds out quickly whether a Docker daemon answers (Docker Engine API, {@code GET /_ping}). */
final class Docker {
  private static final long PATIENCE_MILLIS = 300;
  private static final String SOCKET = "/var/run/docker.sock";

  private Docker() {}

  static boolean answers() {
    return answers(System.getenv().getOrDefault("DOCKER_HOST", "unix://" + SOCKET));
  }

  static boolean answers(String host) {
    try {
      URI uri = URI.create(host);
      return switch (String.valueOf(uri.getScheme())) {
        case "unix" -> ping(UnixDomainSocketAddress.of(Path.of(uri.getPath())));
        case "tcp", "http" -> ping(new InetSocketAddress(uri.getHost(), uri.getPort()));
        default -> false;
      };
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static boolean ping(SocketAddress address) throws IOException {
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    try (SocketChannel channel = open(address);
        Selector selector = Selector.open()) {
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
      if (!channel.connect(address)) {
        await(selector, end);
        channel.finishConnect();
      }
      channel.write(
          ByteBuffer.wrap("GET /_ping HTTP/1.1\r\nHost: docker\r\n\r\n".getBytes(US_ASCII)));
      key.interestOps(SelectionKey.OP_READ);
      ByteBuffer answer = ByteBuffer.allocate(12);
      while (answer.hasRemaining()) {
        await(selector, end);
        if (channel.read(answer) < 0) {
          return false;
        }
      }
      return new String(answer.array(), US_ASCII).matches("HTTP/1\\.[01] 200");
    }
  }

  private static SocketChannel open(SocketAddress address) throws IOException {
    return address instanceof UnixDomainSocketAddress
        ? SocketChannel.open(StandardProtocolFamily.UNIX)
        : SocketChannel.open();
  }

  private static void await(Selector selector, long end) throws IOException {
    long left = (end - System.nanoTime()) / 1_000_000;
    if (left <= 0 || selector.select(left) == 0) {
      throw new IOException("no answer in time");
    }
    selector.selectedKeys().clear();
  }
}
