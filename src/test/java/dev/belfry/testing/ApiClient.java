package dev.belfry.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sends requests as a person with curl would; immutable. */
public final class ApiClient {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

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
    return send("POST", path, json.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  public ApiReply put(String path, String json) {
    return send("PUT", path, json.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  public ApiReply patch(String path, String json) {
    return send("PATCH", path, json.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /** Any method with any bytes, null for no body. */
  public ApiReply send(
      String method, String path, byte @org.jspecify.annotations.Nullable [] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofSeconds(20));
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.method(method, BodyPublishers.ofByteArray(body));
      if (!headers.containsKey("Content-Type")) {
        request.header("Content-Type", "application/json");
      }
    }
    headers.forEach(request::header);
    try {
      return ApiReply.of(HTTP.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new AssertionError(method + " " + path + " got no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
