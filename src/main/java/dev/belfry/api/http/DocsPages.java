package dev.belfry.api.http;

import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves {@code /docs}: our page around the Swagger UI files of its web jar. */
final class DocsPages implements Pages {
  /**
   * No request leaves the service's own host, and scripts come from files alone. The viewer writes
   * styles into its markup and has pictures in its style sheet.
   */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String ROOT = "/docs";

  private final PageFiles files = new PageFiles(ROOT, POLICY, contents());

  /** The event loops of a process share them. */
  private static final class Shared {
    static final DocsPages PAGES = new DocsPages();

    private Shared() {}
  }

  /** The pages, which the first call reads from the class path. */
  static DocsPages shared() {
    return Shared.PAGES;
  }

  private static Map<String, Buffer> contents() {
    Map<String, Buffer> contents = new HashMap<>();
    for (String name : List.of("belfry.css", "belfry.js", "snippets.js")) {
      contents.put(name, PageFiles.read(ROOT + "/" + name));
    }
    contents.put("look.css", PageFiles.read("/assets/look.css"));
    for (String name : List.of("favicon-32x32.png", "swagger-ui-bundle.js", "swagger-ui.css")) {
      contents.put(name, PageFiles.library("org.webjars", "swagger-ui", name));
    }
    return contents;
  }

  @Override
  public String root() {
    return ROOT;
  }

  @Override
  public @Nullable Page page(String path) {
    boolean isIndex = path.equals(ROOT + "/") || path.equals(ROOT + "/index.html");
    return files.at(path, isIndex ? files.index() : null);
  }
}
