package dev.belfry.fuzz;

import static java.util.Objects.requireNonNull;

import dev.belfry.testing.CheckSamples;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests as they are. A request that the service leaves without an answer for 20 seconds,
 * or whose connection it closes, has the answer {@link FuzzAnswer#none}.
 */
final class FuzzClient implements AutoCloseable {
  private static final int CONNECTIONS = 64;
  private static final int PATIENCE_SECONDS = 20;
  private static final int LARGEST_HEADERS = 65_536;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setUseDaemonThread(true).setEventLoopPoolSize(1));
  private final HttpClient http =
      vertx.createHttpClient(
          new HttpClientOptions().setMaxHeaderSize(LARGEST_HEADERS),
          new PoolOptions().setHttp1MaxSize(CONNECTIONS));
  private final int port;
  private final int proberPort;
  private final Map<UUID, Map<FuzzKey, String>> proberKeys;

  /**
   * @param proberPort of the service that answers tests of settings
   * @param proberKeys the keys there of each account
   */
  FuzzClient(int port, int proberPort, Map<UUID, Map<FuzzKey, String>> proberKeys) {
    this.port = port;
    this.proberPort = proberPort;
    this.proberKeys = proberKeys;
  }

  /** Sends all at once and returns the answers in the same order. Blocks. */
  List<FuzzAnswer> sendAll(List<FuzzRequest> requests) {
    List<Future<FuzzAnswer>> answers = requests.stream().map(this::send).toList();
    Future.all(answers).await();
    return answers.stream().map(Future::result).toList();
  }

  Future<FuzzAnswer> send(FuzzRequest request) {
    long start = System.nanoTime();
    int there = isProbing(request) ? proberPort : port;
    return http.request(HttpMethod.valueOf(request.method()), there, "127.0.0.1", request.target())
        .compose(
            sending ->
                exchange(sending, request, start)
                    .timeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    // The connection would wait for the answer for ever.
                    .onFailure(missing -> sending.reset()))
        .otherwise(reason -> FuzzAnswer.none(reason, System.nanoTime() - start));
  }

  private static boolean isProbing(FuzzRequest request) {
    return CheckSamples.isTest(request.operation().id());
  }

  private String key(FuzzRequest request) {
    FuzzAccount account = request.account();
    Map<FuzzKey, String> keys =
        isProbing(request) ? requireNonNull(proberKeys.get(account.id())) : account.keys();
    return requireNonNull(keys.get(request.key()));
  }

  private Future<FuzzAnswer> exchange(HttpClientRequest sending, FuzzRequest request, long start) {
    if (request.key() != FuzzKey.NONE) {
      sending.putHeader("authorization", "Bearer " + key(request));
    }
    request.headers().forEach(sending::putHeader);
    Buffer body = request.body();
    if (body == null) {
      sending.end();
    } else if (request.chunked()) {
      sending.setChunked(true);
      sending.end(body);
    } else {
      sending.putHeader("content-length", Integer.toString(body.length()));
      sending.end(body);
    }
    return sending
        .response()
        .compose(
            response -> {
              if (String.valueOf(response.getHeader("content-type")).contains("event-stream")) {
                // The connection ends before the answer does, as is meant here.
                response.exceptionHandler(end -> {});
                sending.reset();
                return Future.succeededFuture(answer(response, Buffer.buffer(), start));
              }
              return response.body().map(all -> answer(response, all, start));
            });
  }

  private static FuzzAnswer answer(HttpClientResponse response, Buffer body, long start) {
    Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : response.headers().names()) {
      values.put(name, new ArrayList<>(response.headers().getAll(name)));
    }
    return new FuzzAnswer(
        response.statusCode(),
        HttpHeaders.of(values, (name, value) -> true),
        body,
        System.nanoTime() - start);
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
