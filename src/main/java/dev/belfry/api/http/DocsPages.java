package dev.belfry.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.belfry.platform.seal.Sha256;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code /docs}: our page around the Swagger UI files of its web jar. The address of the
 * files holds a digest of them all, so that a browser keeps them until they change.
 */
final class DocsPages implements Pages {
  /**
   * No request leaves the service's own host, and scripts come from files alone. The viewer writes
   * styles into its markup and has pictures in its style sheet.
   */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String ROOT = "/docs";
  private static final String VIEWER = "/META-INF/resources/webjars/swagger-ui/";
  private static final int DIGITS = 16;

  /** Version and name of a file. */
  private static final Pattern FILE = Pattern.compile("/docs/files/([^/]+)/([^/]+)");

  private static final Map<String, String> TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "png", "image/png");

  private final Map<String, PageBody> files = new TreeMap<>();
  private final String version;
  private final Page page;

  /** The event loops of a process share them. */
  private static final class Shared {
    static final DocsPages PAGES = new DocsPages();

    private Shared() {}
  }

  /** The pages, which the first call reads from the class path. */
  static DocsPages shared() {
    return Shared.PAGES;
  }

  private DocsPages() {
    MessageDigest digest = Sha256.digest();
    for (String name : List.of("belfry.css", "belfry.js", "snippets.js")) {
      add(name, read(ROOT + "/" + name), digest);
    }
    add("look.css", read("/assets/look.css"), digest);
    String viewer = VIEWER + viewerVersion() + "/";
    for (String name : List.of("favicon-32x32.png", "swagger-ui-bundle.js", "swagger-ui.css")) {
      add(name, read(viewer + name), digest);
    }
    version = HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    String html = read(ROOT + "/index.html").toString(UTF_8).replace("@VERSION@", version);
    page =
        new Page(PageBody.of(Buffer.buffer(html)), "text/html; charset=utf-8", "no-cache", POLICY);
  }

  private void add(String name, Buffer content, MessageDigest digest) {
    files.put(name, PageBody.of(content));
    digest.update(content.getBytes());
  }

  @Override
  public String root() {
    return ROOT;
  }

  @Override
  public @Nullable Page page(String path) {
    if (path.equals(ROOT + "/") || path.equals(ROOT + "/index.html")) {
      return page;
    }
    Matcher file = FILE.matcher(path);
    return file.matches() ? file(file.group(1), file.group(2)) : null;
  }

  private @Nullable Page file(String wanted, String name) {
    PageBody content = files.get(name);
    return content == null
        ? null
        : new Page(
            content,
            requireNonNull(TYPES.get(name.substring(name.lastIndexOf('.') + 1)), name),
            wanted.equals(version) ? "public, max-age=31536000, immutable" : "no-cache",
            POLICY);
  }

  /** The web jar's files are in a folder named after its version. */
  private static String viewerVersion() {
    Properties properties = new Properties();
    try (InputStream file = open("/META-INF/maven/org.webjars/swagger-ui/pom.properties")) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  private static Buffer read(String resource) {
    try (InputStream file = open(resource)) {
      return Buffer.buffer(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String resource) {
    return requireNonNull(DocsPages.class.getResourceAsStream(resource), resource);
  }
}
