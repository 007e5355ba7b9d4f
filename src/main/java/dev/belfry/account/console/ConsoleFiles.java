package dev.belfry.account.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.belfry.api.http.PageFiles;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.TreeMap;

/** The page of the console, its style sheet and script, and the files that these are made of. */
final class ConsoleFiles {
  /** Styles and scripts are files of ours, and requests go to this host alone. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final String ROOT = "/console";
  private static final String LIBRARIES = "org.webjars.npm";

  private ConsoleFiles() {}

  /** Reads them all from the class path. */
  static PageFiles read() {
    Map<String, Buffer> files = new TreeMap<>();
    for (String name : text(PageFiles.read(ROOT + "/files.txt")).lines().toList()) {
      files.put(name, PageFiles.read(ROOT + "/" + name));
    }
    files.put("preact.js", PageFiles.library(LIBRARIES, "preact", "dist/preact.module.js"));
    files.put("uplot.css", PageFiles.library(LIBRARIES, "uplot", "dist/uPlot.min.css"));
    // The library's only module is three times as long as its minified script.
    files.put(
        "uplot.js",
        PageFiles.library(LIBRARIES, "uplot", "dist/uPlot.iife.min.js")
            .appendString("\nexport default uPlot;\n"));
    files.put("belfry.css", sheet(files));
    String script = ConsoleBundle.of("app.js", name -> text(requireNonNull(files.get(name), name)));
    files.put("belfry.js", Buffer.buffer(script));
    return new PageFiles(ROOT, POLICY, files);
  }

  /** The colours that all pages share, then the files in the order of their names. */
  private static Buffer sheet(Map<String, Buffer> files) {
    Buffer sheet = PageFiles.read("/assets/look.css");
    files.forEach(
        (name, content) -> {
          if (name.endsWith(".css")) {
            sheet.appendString("\n").appendBuffer(content);
          }
        });
    return sheet;
  }

  private static String text(Buffer content) {
    return content.toString(UTF_8);
  }
}
