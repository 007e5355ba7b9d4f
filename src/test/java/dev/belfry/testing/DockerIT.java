package dev.belfry.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DockerIT {
  @ParameterizedTest
  @CsvSource({"HTTP/1.1 200 OK, true", "HTTP/1.1 500 Internal Server Error, false", "HTTP, false"})
  void answersWhenThePingDoes(String line, boolean expected) throws IOException {
    try (ServerSocket daemon = listen()) {
      CompletableFuture<Void> served =
          CompletableFuture.runAsync(
              () -> {
                try (Socket client = daemon.accept()) {
                  client.getInputStream().read(new byte[18]);
                  client.getOutputStream().write((line + "\r\n\r\n").getBytes(US_ASCII));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });

      assertThat(Docker.answers("tcp://127.0.0.1:" + daemon.getLocalPort())).isEqualTo(expected);
      served.join();
    }
  }

  @Test
  void givesUpOnADaemonThatIsSilent() throws IOException {
    try (ServerSocket daemon = listen()) {
      assertThat(Docker.answers("tcp://127.0.0.1:" + daemon.getLocalPort())).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unix:///nowhere/docker.sock", "tcp://127.0.0.1:1", "ssh://x", "", "::"})
  void doesNotAnswerWhereThereIsNone(String host) {
    assertThat(Docker.answers(host)).isFalse();
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }
}
