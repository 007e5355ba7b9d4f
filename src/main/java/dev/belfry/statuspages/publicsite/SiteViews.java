package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.ApiResponse;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Renders the HTML documents of pages. */
final class SiteViews {
  private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

  private static final String EMBED = "/embed";

  private SiteViews() {}

  /** The requested document of a page, empty when the page has no such document. */
  static Optional<SiteContent> of(SiteModel model, SiteKey key) {
    String path = key.path();
    if (path.equals("/")) {
      return Optional.of(document(200, model, key, "site/page.jte", Map.of("model", model)));
    }
    if (path.equals(EMBED) && !model.settings().isPrivate()) {
      return Optional.of(document(200, model, key, "site/embed.jte", Map.of("model", model)));
    }
    if (path.equals("/history") || path.startsWith("/history/")) {
      return month(model, path)
          .map(
              month ->
                  document(
                      200, model, key, "site/history.jte", Map.of("model", model, "month", month)));
    }
    if (path.startsWith("/incidents/")) {
      return model
          .incident(path.substring("/incidents/".length()))
          .map(
              incident ->
                  document(
                      200,
                      model,
                      key,
                      "site/one.jte",
                      Map.of("model", model, "incident", incident)));
    }
    return SiteData.of(model, key);
  }

  private static Optional<YearMonth> month(SiteModel model, String path) {
    YearMonth now = YearMonth.from(model.at().atOffset(ZoneOffset.UTC));
    if (path.equals("/history")) {
      return Optional.of(now);
    }
    try {
      YearMonth month = YearMonth.parse(path.substring("/history/".length()));
      return model.monthList(now).contains(month) ? Optional.of(month) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** A document in the colours of a page with a heading and a sentence. */
  static ApiResponse notice(SiteModel model, SiteKey key, int status, Notice notice) {
    return document(status, model, key, "site/notice.jte", notice.parameters(key)).plain();
  }

  /** The same with a form for the code that was sent to a phone number. */
  static ApiResponse code(SiteModel model, SiteKey key, int status, Notice notice, String number) {
    Map<String, Object> parameters = new HashMap<>(notice.parameters(key));
    parameters.put("number", number);
    return document(status, model, key, "site/code.jte", parameters).plain();
  }

  /**
   * The texts of such a document.
   *
   * @param heading key of its text
   * @param lead key of its text
   * @param value inserted into the lead
   * @param back key of the text of the link to the page
   */
  record Notice(String heading, String lead, String value, String back) {
    Map<String, Object> parameters(SiteKey key) {
      SiteTexts texts = SiteTexts.of(key.language());
      return Map.of(
          "heading", texts.get(heading), "lead", texts.get(lead, value), "back", texts.get(back));
    }
  }

  /** A document that says that there is no page, or that it is unavailable. */
  static ApiResponse nothing(SiteKey key, int status, String heading) {
    SiteTexts texts = SiteTexts.of(key.language());
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("heading", texts.get(heading));
    parameters.put("lead", texts.get(heading + ".lead"));
    parameters.put("back", null);
    return bare(status, key, "", "site/notice.jte", parameters);
  }

  /** Asks for the access key of a private page without revealing anything of the page. */
  static ApiResponse locked(String url, SiteKey key, boolean wrong) {
    return bare(403, key, url, "site/locked.jte", new HashMap<>(Map.of("wrong", wrong)));
  }

  private static ApiResponse bare(
      int status, SiteKey key, String url, String template, Map<String, Object> parameters) {
    SiteStylesheet stylesheet = SiteStylesheet.plain();
    PageLayout layout =
        new PageLayout(
            null, SiteTexts.of(key.language()), key.links(url), key.path(), stylesheet.style(), "");
    parameters.put("layout", layout);
    return SiteContent.once(
        status, render(template, parameters), headers(stylesheet.policy(), "no-store"));
  }

  private static SiteContent document(
      int status, SiteModel model, SiteKey key, String template, Map<String, Object> parameters) {
    SiteSettings page = model.settings();
    SiteStylesheet stylesheet = SiteStylesheet.of(page);
    Map<String, Object> all = new HashMap<>(parameters);
    all.put(
        "layout",
        new PageLayout(
            page,
            SiteTexts.of(key.language()),
            key.links(page.url()),
            key.path(),
            stylesheet.style(),
            summary(model, SiteTexts.of(key.language()))));
    return SiteContent.of(status, render(template, all), headers(stylesheet, status, key, page));
  }

  private static String summary(SiteModel model, SiteTexts texts) {
    String description = model.settings().description();
    return texts.state(model)
        + (description == null ? "" : " – " + description.replaceAll("\\s+", " "));
  }

  /** Any page may show the embedded document in a frame; the others are shown in none. */
  private static Map<String, String> headers(
      SiteStylesheet stylesheet, int status, SiteKey key, SiteSettings page) {
    Map<String, String> headers =
        new HashMap<>(headers(stylesheet.policy(), caching(status, page)));
    if (key.path().equals(EMBED) && status == 200) {
      headers.put("content-security-policy", stylesheet.framedPolicy());
      headers.remove("x-frame-options");
    }
    return headers;
  }

  private static String caching(int status, SiteSettings page) {
    if (status != 200) {
      return "no-store";
    }
    return page.isPrivate() ? SiteContent.PRIVATE : SiteContent.PUBLIC;
  }

  private static Map<String, String> headers(String policy, String caching) {
    return Map.of(
        "content-type", "text/html; charset=utf-8",
        "cache-control", caching,
        "content-security-policy", policy,
        "referrer-policy", "strict-origin-when-cross-origin",
        "x-frame-options", "DENY");
  }

  /** Renders a template. */
  static byte[] render(String template, Map<String, Object> parameters) {
    Utf8ByteOutput output = new Utf8ByteOutput();
    ENGINE.render(template, parameters, output);
    return output.toByteArray();
  }
}
