package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.config.DatabaseAddress;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is confined to an event loop goes on there, also after a server that was silent. */
class ConnectionOpenerIT {
  private static final int LOOPS = 2;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /** With several servers the event loops share one search, which one of them ends. */
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:%1$d", "127.0.0.1:%1$d,127.0.0.1:%1$d"})
  void failsOnTheEventLoopOfItsCaller(String servers) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      ConnectOptions options =
          ConnectOptions.of(
              DatabaseAddress.parse(
                  "postgresql://u:p@" + servers.formatted(silent.getLocalPort()) + "/d"),
              Duration.ofSeconds(5));
      List<Context> loops =
          IntStream.range(0, LOOPS)
              .<Context>mapToObj(i -> ((VertxInternal) vertx).createEventLoopContext())
              .toList();
      List<Future<Boolean>> stayed = loops.stream().map(loop -> stays(loop, options)).toList();
      assertThat(stayed.stream().map(one -> one.await()).toList()).containsOnly(true);
    }
  }

  private Future<Boolean> stays(Context loop, ConnectOptions options) {
    Promise<Boolean> stayed = Promise.promise();
    loop.runOnContext(
        begun -> {
          Thread own = Thread.currentThread();
          ConnectionOpener.open(vertx, options, new Patience(Duration.ofMillis(100)))
              .onComplete(
                  opened -> stayed.complete(opened.failed() && Thread.currentThread().equals(own)));
        });
    return stayed.future();
  }
}
