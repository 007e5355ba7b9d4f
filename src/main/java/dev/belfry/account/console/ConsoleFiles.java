package dev.belfry.account.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.belfry.api.http.Pages.Page;
import dev.belfry.api.http.VersionedFiles;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The page of the console, its style sheet and script, and the files that these are made of. */
final class ConsoleFiles {
  /** Styles and scripts are files of ours, and requests go to this host alone. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; manifest-src 'self'; worker-src 'self';"
          + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final String ROOT = "/console";
  private static final String FOLDER = ROOT + "/";
  private static final String LIBRARIES = "org.webjars.npm";
  private static final String SHEET = "belfry.css";
  private static final String SCRIPT = "belfry.js";

  /** What browsers know by its address: the worker's is also its scope. */
  private static final List<String> INSTALLED =
      List.of(
          "worker.js",
          "manifest.webmanifest",
          "icon.svg",
          "icon-180.png",
          "icon-192.png",
          "icon-512.png",
          "badge-96.png");

  private final VersionedFiles files;
  private final Map<String, Page> installed = new HashMap<>();
  private final Page page;

  /** Reads them all from the class path. */
  ConsoleFiles() {
    Map<String, Buffer> contents = new TreeMap<>();
    for (String name : names()) {
      contents.put(name, VersionedFiles.read(FOLDER + name));
    }
    contents.put("preact.js", VersionedFiles.read(LIBRARIES, "preact", "dist/preact.module.js"));
    contents.put("uplot.css", VersionedFiles.read(LIBRARIES, "uplot", "dist/uPlot.min.css"));
    // The library's only module is three times as long as its minified script.
    contents.put(
        "uplot.js",
        VersionedFiles.read(LIBRARIES, "uplot", "dist/uPlot.iife.min.js")
            .appendString("\nexport default uPlot;\n"));
    contents.put(SHEET, sheet(contents));
    contents.put(SCRIPT, Buffer.buffer(ConsoleBundle.of("app.js", name -> text(contents, name))));
    files = new VersionedFiles(ROOT, POLICY, contents);
    for (String name : INSTALLED) {
      Buffer content = VersionedFiles.read("/installed/" + name);
      installed.put(FOLDER + name, files.unversioned(name, content));
    }
    String html = VersionedFiles.read(FOLDER + "index.html").toString(UTF_8);
    page = files.page(Buffer.buffer(html.replace("@VERSION@", files.version())));
  }

  /** The colours that all pages share, then the files in the order of their names. */
  private static Buffer sheet(Map<String, Buffer> contents) {
    Buffer sheet = VersionedFiles.read("/assets/look.css");
    contents.keySet().stream()
        .filter(name -> name.endsWith(".css"))
        .forEach(name -> sheet.appendString("\n").appendString(text(contents, name)));
    return sheet;
  }

  private static String text(Map<String, Buffer> contents, String name) {
    return requireNonNull(contents.get(name), name).toString(UTF_8);
  }

  /** The file at an address, the page at any other. */
  @Nullable Page page(String path) {
    return files.addresses(path) ? files.file(path) : installed.getOrDefault(path, page);
  }

  private static List<String> names() {
    return VersionedFiles.read(FOLDER + "files.txt").toString(UTF_8).lines().toList();
  }
}
