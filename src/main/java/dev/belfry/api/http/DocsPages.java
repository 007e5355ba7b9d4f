package dev.belfry.api.http;

import dev.belfry.api.contract.Contract;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code /docs}: a page that lists the operations of the contract, and the viewer, Swagger
 * UI, that its script fetches when a reader opens one of them.
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
  private static final String TEMPLATE = "docs/index.jte";

  private final Contract contract;

  /** Made for the first reader; making it at the start would delay the start. */
  private volatile @Nullable Page page;

  /** The event loops of a process share the files. */
  private static final class Shared {
    static final VersionedFiles FILES = new VersionedFiles(ROOT, POLICY, contents());
    static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    private Shared() {}

    private static Map<String, Buffer> contents() {
      Map<String, Buffer> contents = new HashMap<>();
      for (String name : List.of("belfry.js", "snippets.js", "viewer.css", "viewer.js")) {
        contents.put(name, VersionedFiles.read(ROOT + "/" + name));
      }
      contents.put(
          "belfry.css",
          VersionedFiles.read("/assets/look.css")
              .appendString("\n")
              .appendBuffer(VersionedFiles.read(ROOT + "/belfry.css")));
      for (String name : List.of("favicon-32x32.png", "swagger-ui-bundle.js", "swagger-ui.css")) {
        contents.put(name, VersionedFiles.read("org.webjars", "swagger-ui", name));
      }
      return contents;
    }
  }

  DocsPages(Contract contract) {
    this.contract = contract;
  }

  @Override
  public String root() {
    return ROOT;
  }

  @Override
  public @Nullable Page page(String path) {
    return path.equals(ROOT + "/") || path.equals(ROOT + "/index.html")
        ? index()
        : Shared.FILES.file(path);
  }

  private Page index() {
    Page made = page;
    if (made == null) {
      Utf8ByteOutput html = new Utf8ByteOutput();
      Shared.ENGINE.render(
          TEMPLATE,
          Map.of("index", ReferenceIndex.of(contract), "version", Shared.FILES.version()),
          html);
      made = Shared.FILES.page(Buffer.buffer(html.toByteArray()));
      page = made;
    }
    return made;
  }
}
