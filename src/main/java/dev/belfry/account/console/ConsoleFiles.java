package dev.belfry.account.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.belfry.api.http.PageBody;
import dev.belfry.api.http.Pages.Page;
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
 * The page of the console, its style sheet and script, and the files that these are made of. Their
 * address holds a digest of them all, so that a browser keeps them until they change.
 */
final class ConsoleFiles {
  /** Styles and scripts are files of ours, and requests go to this host alone. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final String FOLDER = "/console/";
  private static final String LIBRARIES = "/META-INF/resources/webjars/";
  private static final int DIGITS = 16;

  /** Version and name of a file. */
  private static final Pattern FILE = Pattern.compile("/console/files/([^/]+)/([^/]+)");

  private static final String SHEET = "belfry.css";
  private static final String SCRIPT = "belfry.js";

  private static final Map<String, String> TYPES =
      Map.of("css", "text/css; charset=utf-8", "js", "text/javascript; charset=utf-8");

  private final Map<String, PageBody> files = new TreeMap<>();
  private final String version;
  private final Page page;

  /** Reads them all from the class path. */
  ConsoleFiles() {
    for (String name : names()) {
      files.put(name, PageBody.of(read(FOLDER + name)));
    }
    files.put("preact.js", PageBody.of(library("preact", "preact.module.js")));
    files.put("uplot.css", PageBody.of(library("uplot", "uPlot.min.css")));
    // The library's only module is three times as long as its minified script.
    files.put(
        "uplot.js",
        PageBody.of(
            library("uplot", "uPlot.iife.min.js").appendString("\nexport default uPlot;\n")));
    files.put(SHEET, PageBody.of(sheet()));
    files.put(SCRIPT, PageBody.of(Buffer.buffer(ConsoleBundle.of("app.js", this::text))));
    version = version(files);
    String html = read(FOLDER + "index.html").toString(UTF_8).replace("@VERSION@", version);
    page =
        new Page(PageBody.of(Buffer.buffer(html)), "text/html; charset=utf-8", "no-cache", POLICY);
  }

  /** The colours that all pages share, then the files in the order of their names. */
  private Buffer sheet() {
    Buffer sheet = read("/assets/look.css");
    files.keySet().stream()
        .filter(name -> name.endsWith(".css"))
        .forEach(name -> sheet.appendString("\n").appendString(text(name)));
    return sheet;
  }

  private String text(String name) {
    return requireNonNull(files.get(name), name).plain().toString(UTF_8);
  }

  /** The file at an address, the page at any other. */
  @Nullable Page page(String path) {
    Matcher file = FILE.matcher(path);
    return file.matches() ? file(file.group(1), file.group(2)) : page;
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

  private static List<String> names() {
    return read(FOLDER + "files.txt").toString(UTF_8).lines().toList();
  }

  private static Buffer library(String name, String file) {
    Properties properties = new Properties();
    try (InputStream pom = open("/META-INF/maven/org.webjars.npm/" + name + "/pom.properties")) {
      properties.load(pom);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read(
        LIBRARIES + "%s/%s/dist/%s".formatted(name, properties.getProperty("version"), file));
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

  private static Buffer read(String resource) {
    try (InputStream file = open(resource)) {
      return Buffer.buffer(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String resource) {
    return requireNonNull(ConsoleFiles.class.getResourceAsStream(resource), resource);
  }
}
