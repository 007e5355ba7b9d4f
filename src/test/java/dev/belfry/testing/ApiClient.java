package dev.belfry.testing;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests as a person with curl would; immutable. Each call blocks until the answer is there
 * and fails with an {@link AssertionError} when none comes within 20 seconds.
 *
 * <p>The client of the JDK is not used. About one request in 30,000 on its kept connections fails
 * although the server answered, because the answer may reach the pool instead of the request
 * (JDK-8338569, JDK-8357639; Java 17 has neither fix).
 */
public final class ApiClient {
  private static final long PATIENCE_SECONDS = 20;
  private static final int MOST_CONNECTIONS = 512;
  private static final int LARGEST_HEADERS = 65_536;

  private static final HttpClient HTTP =
      Vertx.vertx(new VertxOptions().setUseDaemonThread(true).setEventLoopPoolSize(1))
          .createHttpClient(
              new HttpClientOptions().setMaxHeaderSize(LARGEST_HEADERS),
              new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS));

  private final String url;
  private final Map<String, String> headers;

  public ApiClient(String url) {
    this(url, Map.of());
  }

  private ApiClient(String url, Map<String, String> headers) {
    this.url = url;
    this.headers = headers;
  }

  /** The same client with one more header on every request. */
  public ApiClient with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new ApiClient(url, more);
  }

  /** The same client with an API key. */
  public ApiClient withKey(String key) {
    return with("Authorization", "Bearer " + key);
  }

  public ApiReply get(String path) {
    return send("GET", path, null);
  }

  public ApiReply delete(String path) {
    return send("DELETE", path, null);
  }

  public ApiReply post(String path, String json) {
    return send("POST", path, json.getBytes(StandardCharsets.UTF_8));
  }

  public ApiReply put(String path, String json) {
    return send("PUT", path, json.getBytes(StandardCharsets.UTF_8));
  }

  public ApiReply patch(String path, String json) {
    return send("PATCH", path, json.getBytes(StandardCharsets.UTF_8));
  }

  /** Any method with any bytes, null for no body. */
  public ApiReply send(String method, String path, byte @Nullable [] body) {
    RequestOptions options =
        new RequestOptions().setAbsoluteURI(url + path).setMethod(HttpMethod.valueOf(method));
    if (body != null && !headers.containsKey("Content-Type")) {
      options.putHeader("Content-Type", "application/json");
    }
    headers.forEach(options::putHeader);
    try {
      return HTTP.request(options)
          .compose(request -> reply(request, body))
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError(method + " " + path + " got no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static Future<ApiReply> reply(HttpClientRequest request, byte @Nullable [] body) {
    return (body == null ? request.send() : request.send(Buffer.buffer(body)))
        .compose(response -> response.body().map(text -> ApiReply.of(response, text)));
  }
}
