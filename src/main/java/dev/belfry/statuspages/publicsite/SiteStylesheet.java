package dev.belfry.statuspages.publicsite;

import dev.belfry.platform.seal.Sha256;
import dev.belfry.statuspages.page.PageColors;
import dev.belfry.statuspages.page.ThemeColors;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The style sheet of a page in its own colours, and the content security policy that allows it.
 * Each document contains the style sheet, so that a browser needs one response to show it.
 */
final class SiteStylesheet {
  private static final String SHEET = read("/assets/look.css") + read("/site/site.css");

  /** Luminance from which black has more contrast to a colour than white. */
  private static final double BRIGHT = 0.179;

  private static final SiteStylesheet PLAIN = new SiteStylesheet(SHEET, Set.of());

  private final String style;
  private final String policy;

  private SiteStylesheet(String style, Set<String> pictures) {
    this.style = style;
    this.policy =
        "default-src 'none'; script-src 'self'; style-src 'sha256-"
            + Base64.getEncoder()
                .encodeToString(Sha256.digest().digest(style.getBytes(StandardCharsets.UTF_8)))
            + "'; img-src 'self' data:"
            + (pictures.isEmpty() ? "" : " " + String.join(" ", pictures))
            + "; form-action 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
  }

  /** The style sheet of a page. */
  static SiteStylesheet of(SiteSettings page) {
    Set<String> pictures = new TreeSet<>();
    Stream.of(page.logo(), page.logoDark(), page.favicon())
        .filter(Objects::nonNull)
        .flatMap(SiteStylesheet::origin)
        .forEach(pictures::add);
    PageColors colors = page.colors();
    return new SiteStylesheet(colors == null ? SHEET : SHEET + own(colors), pictures);
  }

  /** The style sheet of documents that must not reveal a page. */
  static SiteStylesheet plain() {
    return PLAIN;
  }

  /** The text of the element {@code style}. */
  String style() {
    return style;
  }

  /** The value of {@code Content-Security-Policy} (W3C CSP 3). */
  String policy() {
    return policy;
  }

  /** The policy of a document that any page may show in a frame, and that has no form or script. */
  String framedPolicy() {
    return policy
        .replace("script-src 'self'; ", "")
        .replace("form-action 'self'", "form-action 'none'")
        .replace("frame-ancestors 'none'", "frame-ancestors *");
  }

  /** Without user name and password, which may hold characters that end a source. */
  private static Stream<String> origin(String address) {
    URI uri = URI.create(address);
    return uri.getHost() == null
        ? Stream.empty()
        : Stream.of(
            uri.getScheme().toLowerCase(Locale.ROOT)
                + "://"
                + uri.getHost()
                + (uri.getPort() < 0 ? "" : ":" + uri.getPort()));
  }

  private static String own(PageColors colors) {
    String light = variables(colors.light().value());
    String dark = variables(colors.dark().value());
    return ":root{"
        + light
        + "}@media(prefers-color-scheme:dark){:root:not([data-theme=light]){"
        + dark
        + "}}:root[data-theme=dark]{"
        + dark
        + "}";
  }

  private static String variables(@Nullable ThemeColors theme) {
    StringBuilder css = new StringBuilder();
    if (theme != null) {
      theme.accent().ifValue(color -> add(css, "--accent", color));
      theme.background().ifValue(color -> add(css, "--back", color));
      theme.card().ifValue(color -> add(css, "--card", color));
      theme.text().ifValue(color -> add(css, "--text", color));
      theme.accent().ifValue(color -> add(css, "--on-accent", bright(color) ? "#10151b" : "#fff"));
    }
    return css.toString();
  }

  private static void add(StringBuilder css, String variable, String color) {
    css.append(variable).append(':').append(color).append(';');
  }

  /** Whether dark text is easier to read on a colour than white (WCAG 2.2, relative luminance). */
  private static boolean bright(String color) {
    String hex =
        color.length() == 4 ? color.substring(1).replaceAll("(.)", "$1$1") : color.substring(1);
    double luminance =
        0.2126 * linear(hex.substring(0, 2))
            + 0.7152 * linear(hex.substring(2, 4))
            + 0.0722 * linear(hex.substring(4, 6));
    return luminance > BRIGHT;
  }

  private static double linear(String hex) {
    double share = Integer.parseInt(hex, 16) / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }

  private static String read(String resource) {
    try (InputStream file = SiteStylesheet.class.getResourceAsStream(resource)) {
      String sheet =
          new String(Objects.requireNonNull(file, resource).readAllBytes(), StandardCharsets.UTF_8);
      return sheet
          .replaceAll("(?s)/\\*.*?\\*/", "")
          .replaceAll("\\s+", " ")
          .replaceAll(" ?([{};,>]) ?", "$1")
          .replace(": ", ":")
          .trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
