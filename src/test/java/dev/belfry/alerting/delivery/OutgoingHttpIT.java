package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.IpLiteral;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.testing.LogCapture;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Requests to receivers as they are on the wire. */
class OutgoingHttpIT {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private CompletableFuture<ReceiverResponse> send(String url, Map<String, String> headers)
      throws TargetRefusedException {
    OutgoingRequest request = OutgoingRequest.ofJson(Target.parse(url), headers, "{}");
    CompletableFuture<ReceiverResponse> answer = new CompletableFuture<>();
    vertx.runOnContext(
        go ->
            new OutgoingHttp(
                    vertx,
                    new AddressPolicy(true, List.of()),
                    "test",
                    10,
                    9_000,
                    InstantSource.system())
                .send(request)
                .onSuccess(answer::complete)
                .onFailure(answer::completeExceptionally));
    return answer.orTimeout(20, TimeUnit.SECONDS);
  }

  @Test
  void namesAnIpv6HostInBrackets() throws Exception {
    InetSocketAddress loopback = new InetSocketAddress(IpLiteral.parse("::1"), 0);
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(loopback);
    } catch (IOException none) {
      Assumptions.abort("this machine has no IPv6");
    }
    CompletableFuture<String> host = new CompletableFuture<>();
    HttpServer server = HttpServer.create(loopback, 1);
    try {
      server.createContext(
          "/",
          exchange -> {
            host.complete(exchange.getRequestHeaders().getFirst("Host"));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
          });
      server.start();
      String address = "[::1]:" + server.getAddress().getPort();
      assertThat(send("http://" + address + "/x", Map.of()).join().status()).isEqualTo(204);
      assertThat(host.join()).isEqualTo(address);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void keepsHostAndFramingToItself() throws Exception {
    try (HttpReceiver receiver = new HttpReceiver()) {
      Map<String, String> stored =
          Map.of("hOst", "other.example", "Content-Length", "1", "Transfer-Encoding", "chunked");
      assertThat(send(receiver.url(), stored).join().status()).isEqualTo(200);
      HttpReceiver.Got got = receiver.take();
      assertThat(got.header("Host")).startsWith("127.0.0.1:");
      assertThat(got.header("Content-Length")).isEqualTo("2");
      assertThat(got.body()).isEqualTo("{}");
    }
  }

  @Test
  void sendsHeadersInUtf8() throws Exception {
    try (HttpReceiver receiver = new HttpReceiver()) {
      assertThat(send(receiver.url(), Map.of("X-Team", "Köln 監視")).join().status()).isEqualTo(200);
      byte[] sent = receiver.take().header("X-Team").getBytes(StandardCharsets.ISO_8859_1);
      assertThat(new String(sent, StandardCharsets.UTF_8)).isEqualTo("Köln 監視");
    }
  }

  @Test
  void aRequestThatCannotBeMadeIsNoErrorInTheLog() throws Exception {
    try (HttpReceiver receiver = new HttpReceiver();
        LogCapture log = new LogCapture("io.vertx")) {
      assertThat(send(receiver.url(), Map.of("X A", "1")))
          .failsWithin(20, TimeUnit.SECONDS)
          .withThrowableThat()
          .withCauseInstanceOf(IllegalArgumentException.class);
      vertx.close().toCompletionStage().toCompletableFuture().join();
      assertThat(log.messages()).isEmpty();
    }
  }
}
