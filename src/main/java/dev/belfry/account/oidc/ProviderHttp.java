package dev.belfry.account.oidc;

import dev.belfry.account.oidc.OidcException.Reason;
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
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Requests to a provider, each with a bound on its time and on the size of the answer. Futures fail
 * with {@link OidcException}. Confined to one event loop.
 */
final class ProviderHttp {
  static final int MOST_BYTES = 1 << 19;
  private static final int MILLIS = 5_000;

  /** The word of an error (RFC 6749, section 5.2); anything else is not shown. */
  private static final Pattern ERROR = Pattern.compile("[a-z_]{1,40}");

  private final HttpClient client;

  /**
   * @param most connections at once
   */
  ProviderHttp(Vertx vertx, int most) {
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setKeepAlive(false).setConnectTimeout(MILLIS),
            new PoolOptions().setHttp1MaxSize(most));
  }

  /**
   * Reads a JSON object.
   *
   * @param token sent as bearer token, null for none
   */
  Future<JsonObject> get(String url, @Nullable String token) {
    RequestOptions options = options(HttpMethod.GET, url);
    if (token != null) {
      options.putHeader("authorization", "Bearer " + token);
    }
    return exchange(options, Buffer.buffer());
  }

  /**
   * Posts a form.
   *
   * @param authorization the header, null for none
   */
  Future<JsonObject> post(String url, Map<String, String> form, @Nullable String authorization) {
    RequestOptions options =
        options(HttpMethod.POST, url)
            .putHeader("content-type", "application/x-www-form-urlencoded");
    if (authorization != null) {
      options.putHeader("authorization", authorization);
    }
    return exchange(options, Buffer.buffer(encode(form)));
  }

  /** The members as in a query or a form. */
  static String encode(Map<String, String> form) {
    return form.entrySet().stream()
        .map(one -> encode(one.getKey()) + '=' + encode(one.getValue()))
        .collect(Collectors.joining("&"));
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static RequestOptions options(HttpMethod method, String url) {
    return new RequestOptions()
        .setMethod(method)
        .setAbsoluteURI(url)
        .putHeader("accept", "application/json")
        .setFollowRedirects(false);
  }

  private Future<JsonObject> exchange(RequestOptions options, Buffer body) {
    AtomicReference<HttpClientRequest> sent = new AtomicReference<>();
    return client
        .request(options)
        .compose(
            request -> {
              sent.set(request);
              return request.send(body).compose(ProviderHttp::read);
            })
        .timeout(MILLIS, TimeUnit.MILLISECONDS)
        .onFailure(
            failure -> {
              if (sent.get() != null) {
                sent.get().reset();
              }
            })
        .recover(ProviderHttp::translate);
  }

  /** Neither an address nor a text of the other side is in the message. */
  private static Future<JsonObject> translate(Throwable failure) {
    return Future.failedFuture(
        failure instanceof OidcException
            ? failure
            : OidcException.unreachable(
                "The provider does not answer (" + failure.getClass().getSimpleName() + ")"));
  }

  private static Future<JsonObject> read(HttpClientResponse response) {
    Promise<JsonObject> whole = Promise.promise();
    Buffer body = Buffer.buffer();
    response.exceptionHandler(whole::tryFail);
    response.handler(
        part -> {
          if (body.length() + part.length() > MOST_BYTES) {
            whole.tryFail(OidcException.unreachable("The provider's answer is too large"));
          } else {
            body.appendBuffer(part);
          }
        });
    response.endHandler(
        end -> {
          try {
            whole.tryComplete(parse(response.statusCode(), body));
          } catch (OidcException refused) {
            whole.tryFail(refused);
          }
        });
    return whole.future();
  }

  private static JsonObject parse(int status, Buffer body) {
    JsonObject json = json(body);
    if (status >= 200 && status < 300 && json != null) {
      return json;
    }
    Object error = json == null ? null : json.getValue("error");
    String word = error instanceof String text && ERROR.matcher(text).matches() ? text : "no JSON";
    boolean client = status >= 400 && status < 500;
    throw new OidcException(
        client ? Reason.FAILED : Reason.UNREACHABLE,
        "The provider answered " + status + " (" + (json == null ? "no JSON" : word) + ")");
  }

  private static @Nullable JsonObject json(Buffer body) {
    try {
      return new JsonObject(body);
    } catch (RuntimeException none) {
      return null;
    }
  }
}
