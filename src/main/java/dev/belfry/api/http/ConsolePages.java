package dev.belfry.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.belfry.api.idempotency.Sha256;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Serves the console: one page for every address under {@code /console}, and the files it is made
 * of. Their address holds a digest of them all, so that a browser keeps them until they change.
 */
final class ConsolePages {
  /** Styles and scripts are files of ours, and requests go to this host alone. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final String FOLDER = "/console/";
  private static final String PREACT = "preact.js";
  private static final int DIGITS = 16;

  private static final String FILES = "/console/files/:version/:file";

  private static final Map<String, String> TYPES =
      Map.of("css", "text/css; charset=utf-8", "js", "text/javascript; charset=utf-8");

  private final Map<String, Buffer> files = new TreeMap<>();
  private final String version;
  private final Buffer page;
  private final boolean tls;

  private ConsolePages(boolean tls) {
    this.tls = tls;
    for (String name : names()) {
      files.put(name, read(FOLDER + name));
    }
    files.put(PREACT, read(preact()));
    version = version(files);
    page =
        Buffer.buffer(
            read(FOLDER + "index.html")
                .toString(UTF_8)
                .replace("@MODULES@", modules(files))
                .replace("@VERSION@", version));
  }

  /** Named at once, scripts are fetched at once, whichever of them asks for which. */
  private static String modules(Map<String, Buffer> files) {
    return files.keySet().stream()
        .filter(name -> name.endsWith(".js"))
        .map(name -> "<link rel=\"modulepreload\" href=\"/console/files/@VERSION@/" + name + "\">")
        .collect(Collectors.joining("\n    "));
  }

  /** Mounts the console. */
  static void mount(Router router, boolean tls) {
    ConsolePages pages = new ConsolePages(tls);
    pages(router, FILES).handler(pages::file);
    pages(router, "/console/*").handler(pages::page);
  }

  private static Route pages(Router router, String path) {
    return router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD);
  }

  private void page(RoutingContext routing) {
    HttpServerResponse response = secured(routing.response());
    response.putHeader(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8");
    response.putHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
    send(routing, page);
  }

  private void file(RoutingContext routing) {
    String name = routing.pathParam("file");
    Buffer content = files.get(name);
    if (content == null) {
      routing.fail(404);
      return;
    }
    HttpServerResponse response = secured(routing.response());
    response.putHeader(
        HttpHeaders.CONTENT_TYPE,
        requireNonNull(TYPES.get(name.substring(name.lastIndexOf('.') + 1)), name));
    boolean current = version.equals(routing.pathParam("version"));
    response.putHeader(
        HttpHeaders.CACHE_CONTROL, current ? "public, max-age=31536000, immutable" : "no-cache");
    send(routing, content);
  }

  private static void send(RoutingContext routing, Buffer content) {
    HttpServerResponse response = routing.response();
    if (routing.request().method().equals(HttpMethod.HEAD)) {
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(content.length())).end();
    } else {
      response.end(content);
    }
  }

  private HttpServerResponse secured(HttpServerResponse response) {
    SecurityHeaders.put(response, tls);
    return response
        .putHeader("content-security-policy", POLICY)
        .putHeader("referrer-policy", "no-referrer")
        .putHeader("x-frame-options", "DENY");
  }

  private static List<String> names() {
    return read(FOLDER + "files.txt").toString(UTF_8).lines().toList();
  }

  private static String preact() {
    Properties properties = new Properties();
    try (InputStream file = open("/META-INF/maven/org.webjars.npm/preact/pom.properties")) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "/META-INF/resources/webjars/preact/%s/dist/preact.module.js"
        .formatted(properties.getProperty("version"));
  }

  private static String version(Map<String, Buffer> files) {
    MessageDigest digest = Sha256.digest();
    files.forEach(
        (name, content) -> {
          digest.update(name.getBytes(UTF_8));
          digest.update(content.getBytes());
        });
    return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
  }

  private static Buffer read(String resource) {
    try (InputStream file = open(resource)) {
      return Buffer.buffer(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String resource) {
    return requireNonNull(ConsolePages.class.getResourceAsStream(resource), resource);
  }
}
