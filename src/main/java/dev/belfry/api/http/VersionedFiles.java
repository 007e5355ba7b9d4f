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
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a page. Their address holds a digest of them all, so that a browser keeps them until
 * they change.
 */
public final class VersionedFiles {
  private static final int DIGITS = 16;
  private static final String WEB_JARS = "/META-INF/resources/webjars/";

  private static final Map<String, String> TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "png", "image/png",
          "svg", "image/svg+xml",
          "webmanifest", "application/manifest+json");

  private final Map<String, PageBody> files = new TreeMap<>();

  /** Version and name of a file. */
  private final Pattern address;

  private final String policy;
  private final String version;

  /**
   * Takes the files by name.
   *
   * @param root of the page, such as {@code /docs}
   * @param policy the {@code Content-Security-Policy} header
   */
  public VersionedFiles(String root, String policy, Map<String, Buffer> contents) {
    this.address = Pattern.compile(Pattern.quote(root) + "/files/([^/]+)/([^/]+)");
    this.policy = policy;
    MessageDigest digest = Sha256.digest();
    new TreeMap<>(contents)
        .forEach(
            (name, content) -> {
              files.put(name, PageBody.of(content));
              digest.update(name.getBytes(UTF_8));
              digest.update(content.getBytes());
            });
    this.version = HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
  }

  /** The digest that addresses of the files hold. */
  public String version() {
    return version;
  }

  /** Whether a path is the address of a file, which need not exist. */
  public boolean addresses(String path) {
    return address.matcher(path).matches();
  }

  /** The file at an address, null when there is none. */
  public Pages.@Nullable Page file(String path) {
    Matcher wanted = address.matcher(path);
    PageBody content = wanted.matches() ? files.get(wanted.group(2)) : null;
    return content == null
        ? null
        : new Pages.Page(
            content,
            type(path),
            wanted.group(1).equals(version) ? "public, max-age=31536000, immutable" : "no-cache",
            policy);
  }

  private static String type(String name) {
    return requireNonNull(TYPES.get(name.substring(name.lastIndexOf('.') + 1)), name);
  }

  /** A file whose address has no version, which a browser asks for each time. */
  public Pages.Page unversioned(String name, Buffer content) {
    return new Pages.Page(PageBody.of(content), type(name), "no-cache", policy);
  }

  /** The page that names the files, which a browser asks for each time. */
  public Pages.Page page(Buffer html) {
    return new Pages.Page(PageBody.of(html), "text/html; charset=utf-8", "no-cache", policy);
  }

  /** A file of the class path; one that is missing is a fault. */
  public static Buffer read(String resource) {
    try (InputStream file = open(resource)) {
      return Buffer.buffer(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A file of a web jar, which is in a folder named after the jar's version.
   *
   * @param group of its Maven coordinates, such as {@code org.webjars}
   */
  public static Buffer read(String group, String artifact, String file) {
    Properties properties = new Properties();
    try (InputStream pom =
        open("/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact))) {
      properties.load(pom);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read(WEB_JARS + artifact + "/" + properties.getProperty("version") + "/" + file);
  }

  private static InputStream open(String resource) {
    return requireNonNull(VersionedFiles.class.getResourceAsStream(resource), resource);
  }
}
