package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.contract.Contract;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.StubService;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer whose head the library refuses becomes a 500, and never no answer at all. */
class UnwritableHeaderIT {
  private static final Contract CONTRACT = Contract.load();

  private final Vertx vertx = Vertx.vertx();
  private volatile ApiResponse answer = ApiResponse.noContent();
  private final StubService service = new StubService(vertx, config(), CONTRACT, this::operations);
  private final ApiClient client =
      new ApiClient("http://127.0.0.1:" + service.start().port()).withKey(service.key());

  private static Config config() {
    return ConfigLoader.load(
        Map.of(
            "BELFRY_HTTP_PORT", "0",
            "BELFRY_HTTP_HOST", "127.0.0.1",
            "BELFRY_HTTP_EVENT_LOOPS", "1",
            "BELFRY_KEY_SECRET", "a secret of the tests"),
        Path.of("/nowhere"));
  }

  private OperationRegistry operations() {
    OperationRegistry registry = new OperationRegistry();
    CONTRACT.operations().stream()
        .filter(operation -> !operation.id().equals("readContract"))
        .forEach(
            operation -> registry.add(operation.id(), request -> Future.succeededFuture(answer)));
    return registry;
  }

  @AfterEach
  void stop() {
    service.stop();
    vertx.close().await();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nX-Evil: 1", "a\nb", "a\u0000b"})
  void aRefusedHeaderIsA500(String value) {
    answer = ApiResponse.ok("{}").with("x-note", value).with("set-cookie", "a=b");
    ApiReply reply = client.get("/v1/runtimes").hasStatus(500);
    assertThat(reply.at("/statusCode").asInt()).isEqualTo(500);
    assertThat(reply.header("x-request-id")).isNotEmpty();
    assertThat(reply.header("set-cookie")).isEmpty();
    assertThat(reply.header("x-evil")).isEmpty();
    client.get("/v1/runtimes").hasStatus(500);
  }

  @Test
  void aStreamIsToldThatNobodyReadsIt() {
    AtomicBoolean told = new AtomicBoolean();
    answer =
        ApiResponse.events(
                sink -> {
                  told.set(true);
                  return Future.succeededFuture();
                })
            .with("x-note", "a\nb");
    client.get("/v1/runtimes").hasStatus(500);
    assertThat(told).isTrue();
  }
}
