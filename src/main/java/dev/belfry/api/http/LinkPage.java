package dev.belfry.api.http;

import dev.belfry.platform.seal.Sha256;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.Map;

/**
 * The HTML page behind a link in a message: headings, paragraphs, a button and a form. It loads
 * nothing, so it repeats the colours of {@code assets/look.css}. It adapts to light and dark
 * devices and to any width.
 */
public final class LinkPage {
  private static final String STYLE =
      """
      :root{color-scheme:light dark;--back:#f5f6f8;--card:#fff;--text:#1b2430;--soft:#55606e;
      --line:#d8dde4;--accent:#1a56b8;--on:#fff}
      @media (prefers-color-scheme:dark){:root{--back:#12161b;--card:#1b2129;--text:#e8ecf1;
      --soft:#a6b0bc;--line:#343d48;--accent:#8ab4ff;--on:#10151b}}
      *{box-sizing:border-box}
      body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;
      background:var(--back);color:var(--text);
      font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
      main{width:100%;max-width:32rem;background:var(--card);border:1px solid var(--line);
      border-radius:.75rem;padding:clamp(1.25rem,5vw,2.25rem)}
      h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
      h2{margin:1.5rem 0 .75rem;font-size:1.2rem}
      p{margin:0 0 1rem;overflow-wrap:anywhere}
      p:last-child{margin:0}
      .soft{color:var(--soft)}
      a{color:var(--accent)}
      button{font:inherit;font-weight:600;padding:.7rem 1.4rem;margin:.25rem 0 1rem;min-height:2.75rem;
      border:0;border-radius:.5rem;background:var(--accent);color:var(--on);cursor:pointer}
      form:last-child button{margin-bottom:0}
      fieldset{margin:0 0 1rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem}
      legend{padding:0 .35rem;font-weight:600}
      .box{display:flex;gap:.6rem;align-items:baseline;padding:.35rem 0;overflow-wrap:anywhere}
      .box input{flex:none;width:1.15rem;height:1.15rem;accent-color:var(--accent)}
      .field{display:block;margin:0 0 1rem}
      .field span{display:block;margin:0 0 .25rem}
      .field select,.field input{font:inherit;width:100%;min-height:2.75rem;padding:.5rem .7rem;
      color:var(--text);background:var(--card);border:1px solid var(--soft);border-radius:.5rem}
      button:hover{filter:brightness(1.08)}
      a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
      @media (max-width:26rem){button{width:100%}}
      """;

  /**
   * Forbids every external resource; the form may post to its own origin only. It has no script, so
   * that connections are those of a browser's tools, which read {@code robots.txt}.
   */
  private static final String POLICY =
      "default-src 'none'; connect-src 'self'; style-src 'sha256-%s'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
          .formatted(sha256(STYLE));

  /**
   * The address of the page contains a secret token, so no referrer is sent and nothing indexed.
   */
  private static final Map<String, String> HEADERS =
      Map.of(
          "content-type", "text/html; charset=utf-8",
          "content-security-policy", POLICY,
          "referrer-policy", "no-referrer",
          "x-frame-options", "DENY",
          "x-robots-tag", "noindex");

  private final StringBuilder content = new StringBuilder(512);
  private final String heading;
  private final String description;

  /**
   * A page without content.
   *
   * @param description what it is about, for search engines and previews
   */
  public LinkPage(String heading, String description) {
    this.heading = heading;
    this.description = description;
  }

  /** Adds a paragraph. */
  public LinkPage paragraph(String text) {
    content.append("<p>").append(escape(text)).append("</p>\n");
    return this;
  }

  /** Adds a paragraph in a softer colour. */
  public LinkPage note(String text) {
    content.append("<p class=\"soft\">").append(escape(text)).append("</p>\n");
    return this;
  }

  /** Adds a button that posts to the address of this page. */
  public LinkPage button(String label) {
    content
        .append("<form method=\"post\"><button type=\"submit\">")
        .append(escape(label))
        .append("</button></form>\n");
    return this;
  }

  /** Adds a heading below that of the page. */
  public LinkPage section(String heading) {
    content.append("<h2>").append(escape(heading)).append("</h2>\n");
    return this;
  }

  /** Adds a form with fields. */
  public LinkPage form(LinkForm form, String button) {
    content.append(form.html(button));
    return this;
  }

  /** Adds a link; {@code url} is http or https. */
  public LinkPage link(String url, String label) {
    content
        .append("<p><a rel=\"noreferrer\" href=\"")
        .append(escape(url))
        .append("\">")
        .append(escape(label))
        .append("</a></p>\n");
    return this;
  }

  /** The answer that shows the page, with headers that keep its address secret. */
  public ApiResponse answer(int status) {
    return new ApiResponse(status, Buffer.buffer(html()), HEADERS);
  }

  private String html() {
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="%s">
    <title>%s</title>
    <style>%s</style>
    </head>
    <body>
    <main>
    <h1>%s</h1>
    %s</main>
    </body>
    </html>
    """
        .formatted(escape(description), escape(heading), STYLE, escape(heading), content);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static String sha256(String text) {
    return Base64.getEncoder().encodeToString(Sha256.of(text));
  }
}
