package dev.belfry.platform.trace;

import dev.belfry.platform.config.Config;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Posts requests to the collector that the operator named. Confined to one event loop. */
final class TraceEndpoint {
  private static final long CONNECT_MILLIS = 5_000;
  private static final long EXCHANGE_MILLIS = 10_000;

  /** A response of OTLP is a few bytes; an endpoint of another kind may send a page. */
  private static final int KEPT_BYTES = 1 << 14;

  private final HttpClient client;
  private final RequestOptions request;

  /**
   * @param address of the configuration
   */
  TraceEndpoint(Vertx vertx, URI address, Config.Traces config, String userAgent) {
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setConnectTimeout((int) CONNECT_MILLIS),
            new PoolOptions().setHttp1MaxSize(1));
    request =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(address.toString())
            .setFollowRedirects(false)
            .putHeader("Content-Type", "application/x-protobuf")
            .putHeader("User-Agent", userAgent);
    config.headers().forEach((name, value) -> request.putHeader(name, value.value()));
  }

  /**
   * What the collector answered.
   *
   * @param after how long it asked to wait, null for no such request
   * @param rejected spans that it left out
   */
  record Response(int status, @Nullable Duration after, long rejected) {}

  /** Posts a request. The future fails with the error of the network, or after ten seconds. */
  Future<Response> post(Buffer body) {
    Exchange exchange = new Exchange();
    return client
        .request(request)
        .compose(opened -> exchange.run(opened, body))
        .timeout(EXCHANGE_MILLIS, TimeUnit.MILLISECONDS)
        .onFailure(failure -> exchange.abandon());
  }

  Future<Void> close() {
    return client.close();
  }

  /** One request, which can be given up. */
  private static final class Exchange {
    private @Nullable HttpClientRequest sent;
    private boolean abandoned;

    Future<Response> run(HttpClientRequest opened, Buffer body) {
      sent = opened;
      // The failure is the result's; without a handler the library logs it as an error, too.
      opened.exceptionHandler(known -> {});
      if (abandoned) {
        opened.reset();
        return Future.failedFuture("The request timed out before it was sent");
      }
      return opened.send(body).compose(Exchange::read);
    }

    private static Future<Response> read(HttpClientResponse response) {
      Buffer kept = Buffer.buffer();
      Promise<Response> promise = Promise.promise();
      response.exceptionHandler(promise::tryFail);
      response.handler(
          chunk -> {
            if (kept.length() < KEPT_BYTES) {
              kept.appendBuffer(chunk);
            }
          });
      response.endHandler(
          end ->
              promise.tryComplete(
                  new Response(
                      response.statusCode(),
                      ExportRules.retryAfter(response.getHeader("Retry-After")),
                      OtlpResponse.rejected(kept.getBytes()))));
      return promise.future();
    }

    void abandon() {
      abandoned = true;
      if (sent != null) {
        sent.reset();
      }
    }
  }
}
