package dev.belfry.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.belfry.api.http.Pages.Page;
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
 * A page and the files it is made of, from the class path. The address of the files holds a digest
 * of them all, so that a browser keeps them until they change.
 */
public final class PageFiles {
  private static final int DIGITS = 16;

  private static final Map<String, String> TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "png", "image/png");

  private final Map<String, PageBody> files = new TreeMap<>();
  private final Pattern address;
  private final String policy;
  private final String version;
  private final Page index;

  /**
   * @param root address of the page, and the folder of its {@code index.html}, in which
   *     {@code @VERSION@} stands for the version of the files
   * @param policy the {@code Content-Security-Policy} header
   * @param contents of the files by name, which must not change afterwards
   */
  public PageFiles(String root, String policy, Map<String, Buffer> contents) {
    contents.forEach((name, content) -> files.put(name, PageBody.of(content)));
    this.address = Pattern.compile(Pattern.quote(root) + "/files/([^/]+)/([^/]+)");
    this.policy = policy;
    this.version = version(files);
    String html = read(root + "/index.html").toString(UTF_8).replace("@VERSION@", version);
    this.index =
        new Page(PageBody.of(Buffer.buffer(html)), "text/html; charset=utf-8", "no-cache", policy);
  }

  /** The page itself. */
  public Page index() {
    return index;
  }

  /**
   * The file at an address of files, null when there is none.
   *
   * @param other what is at any other address
   */
  public @Nullable Page at(String path, @Nullable Page other) {
    Matcher file = address.matcher(path);
    return file.matches() ? file(file.group(1), file.group(2)) : other;
  }

  private @Nullable Page file(String wanted, String name) {
    PageBody content = files.get(name);
    return content == null
        ? null
        : new Page(
            content,
            requireNonNull(TYPES.get(name.substring(name.lastIndexOf('.') + 1)), name),
            wanted.equals(version) ? "public, max-age=31536000, immutable" : "no-cache",
            policy);
  }

  private static String version(Map<String, PageBody> files) {
    MessageDigest digest = Sha256.digest();
    files.forEach(
        (name, content) -> {
          digest.update(name.getBytes(UTF_8));
          digest.update(content.plain().getBytes());
        });
    return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
  }

  /** The bytes of a resource of the class path. */
  public static Buffer read(String resource) {
    try (InputStream file = open(resource)) {
      return Buffer.buffer(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The bytes of a file of a web jar, whose files are in a folder named after its version.
   *
   * @param group of the jar's Maven coordinates
   */
  public static Buffer library(String group, String name, String file) {
    Properties coordinates = new Properties();
    try (InputStream pom = open("/META-INF/maven/" + group + "/" + name + "/pom.properties")) {
      coordinates.load(pom);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = coordinates.getProperty("version");
    return read("/META-INF/resources/webjars/" + name + "/" + version + "/" + file);
  }

  private static InputStream open(String resource) {
    return requireNonNull(PageFiles.class.getResourceAsStream(resource), resource);
  }
}
