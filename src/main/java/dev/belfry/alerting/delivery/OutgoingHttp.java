package dev.belfry.alerting.delivery;

import dev.belfry.monitoring.check.HeaderRules;
import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.DnsLookup;
import dev.belfry.platform.guard.NameLookup;
import dev.belfry.platform.guard.RefusalReason;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetGuard;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.channel.EventLoop;
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
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.StandardProtocolFamily;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests to addresses that users chose. It resolves the host for every request and
 * connects to the address that the guard allowed. It follows no redirects and reuses no connection:
 * a connection closed by its peer would look like a failed receiver. Confined to one event loop.
 */
final class OutgoingHttp {
  /** No more of a response is read. */
  static final int MOST_BYTES = 1 << 20;

  private final HttpClient client;
  private final NameLookup names;
  private final TargetGuard guard;
  private final InstantSource clock;
  private final String userAgent;
  private final long timeoutMillis;

  /**
   * Creates a client.
   *
   * @param policy allowed addresses
   * @param most number of concurrent requests
   * @param timeoutMillis limit of a whole exchange
   */
  OutgoingHttp(
      Vertx vertx,
      AddressPolicy policy,
      String userAgent,
      int most,
      long timeoutMillis,
      InstantSource clock) {
    this.userAgent = userAgent;
    this.timeoutMillis = timeoutMillis;
    this.clock = clock;
    EventLoop loop = ((ContextInternal) vertx.getOrCreateContext()).nettyEventLoop();
    names = DnsLookup.system(loop);
    guard = new TargetGuard(policy, loop, names);
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setKeepAlive(false).setConnectTimeout((int) timeoutMillis),
            new PoolOptions().setHttp1MaxSize(most));
  }

  /**
   * Sends a request and reads the beginning of the response. The future fails with {@link
   * TargetRefusedException}, with {@link IllegalArgumentException} for an invalid request, or with
   * the error of the network.
   */
  Future<ReceiverResponse> send(OutgoingRequest outgoing) {
    return send(outgoing, this::answer);
  }

  /** The same, for a caller that looks at other parts of the response than receivers have. */
  <T> Future<T> send(
      OutgoingRequest outgoing, BiFunction<HttpClientResponse, Buffer, T> conversion) {
    Exchange<T> exchange = new Exchange<>(outgoing, conversion);
    return dial(outgoing.target())
        .compose(address -> client.request(options(outgoing, address)))
        .compose(exchange::run)
        .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
        .onFailure(failure -> exchange.abandon());
  }

  /** Posts a JSON text. The future fails as that of {@link #send}, also for an invalid address. */
  Future<ReceiverResponse> post(String url, Map<String, String> headers, String json) {
    return post(url, headers, json, OutgoingRequest.KEPT_BYTES);
  }

  /**
   * The same, with another bound on what is kept of the response.
   *
   * @param keptBytes at least 0
   */
  Future<ReceiverResponse> post(
      String url, Map<String, String> headers, String json, int keptBytes) {
    try {
      return send(OutgoingRequest.ofJson(Target.parse(url), headers, json).keeping(keptBytes));
    } catch (TargetRefusedException refused) {
      return Future.failedFuture(refused);
    }
  }

  /** Resolves to IPv4, or to IPv6 for hosts without IPv4. */
  private Future<InetAddress> dial(Target target) {
    return resolve(target, StandardProtocolFamily.INET)
        .recover(
            failure ->
                failure instanceof TargetRefusedException refused
                        && refused.refusal() == RefusalReason.NO_ADDRESS_OF_FAMILY
                    ? resolve(target, StandardProtocolFamily.INET6)
                    : Future.failedFuture(failure));
  }

  private Future<InetAddress> resolve(Target target, StandardProtocolFamily family) {
    Promise<InetAddress> promise = Promise.promise();
    guard
        .resolve(target.host(), family)
        .addListener(
            (io.netty.util.concurrent.Future<InetAddress> found) -> {
              if (found.isSuccess()) {
                promise.complete(found.getNow());
              } else {
                promise.fail(found.cause());
              }
            });
    return promise.future();
  }

  private static RequestOptions options(OutgoingRequest outgoing, InetAddress address) {
    Target target = outgoing.target();
    return new RequestOptions()
        .setServer(SocketAddress.inetSocketAddress(target.port(), address.getHostAddress()))
        .setHost(target.host().toString())
        .setPort(target.port())
        .setSsl(target.isSecure())
        .setMethod(HttpMethod.valueOf(outgoing.method()))
        .setURI(target.pathAndQuery())
        .setFollowRedirects(false);
  }

  /** Aborts requests in progress and closes the client. */
  Future<Void> close() {
    names.close();
    return client.close();
  }

  private ReceiverResponse answer(HttpClientResponse response, Buffer kept) {
    return new ReceiverResponse(
        response.statusCode(),
        kept.toString(StandardCharsets.UTF_8),
        ResponseClassifier.retryAfter(response.getHeader("Retry-After"), clock.instant()));
  }

  /** One request and its response. */
  private final class Exchange<T> {
    private final OutgoingRequest outgoing;
    private final BiFunction<HttpClientResponse, Buffer, T> conversion;
    private final Buffer kept = Buffer.buffer();
    private @Nullable HttpClientRequest request;
    private boolean abandoned;
    private long received;

    Exchange(OutgoingRequest outgoing, BiFunction<HttpClientResponse, Buffer, T> conversion) {
      this.outgoing = outgoing;
      this.conversion = conversion;
    }

    Future<T> run(HttpClientRequest opened) {
      request = opened;
      // The failure is the result's; without a handler the library logs it as an error, too.
      opened.exceptionHandler(known -> {});
      if (abandoned) {
        opened.reset();
        return Future.failedFuture("The request timed out before it was sent");
      }
      opened.putHeader("User-Agent", userAgent);
      outgoing
          .headers()
          .forEach(
              (name, value) -> {
                // Channels that were stored before the rule may have such headers.
                if (!HeaderRules.isReserved(name)) {
                  opened.putHeader(name, inUtf8(value));
                }
              });
      Buffer body = outgoing.content();
      Future<HttpClientResponse> sent = body == null ? opened.send() : opened.send(body);
      return sent.compose(this::read);
    }

    /** The client writes one byte for each character (RFC 9110, 5.5, leaves the encoding open). */
    private static String inUtf8(String value) {
      return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private Future<T> read(HttpClientResponse response) {
      Promise<T> promise = Promise.promise();
      response.exceptionHandler(promise::tryFail);
      response.endHandler(end -> promise.tryComplete(conversion.apply(response, kept)));
      response.handler(
          chunk -> {
            received += chunk.length();
            int room = outgoing.keptBytes() - kept.length();
            if (room > 0) {
              kept.appendBuffer(chunk.slice(0, Math.min(room, chunk.length())));
            }
            if (received > MOST_BYTES) {
              promise.tryComplete(conversion.apply(response, kept));
              response.request().reset();
            }
          });
      return promise.future();
    }

    void abandon() {
      abandoned = true;
      if (request != null) {
        request.reset();
      }
    }
  }
}
