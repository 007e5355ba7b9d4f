package dev.belfry.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The rules of axe-core for pages that everybody can use. */
final class Axe {
  private static final List<String> TAGS =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

  /** Nothing is fetched ("preload"): the page's policy would refuse it. */
  private static final String RUN =
      """
      async ({ tags, exemptions }) => {
        const late = new Promise((_, fail) => setTimeout(() => fail("axe takes too long"), 120000));
        const run = axe.run(document, { runOnly: tags, preload: false, resultTypes: ["violations"] });
        const { violations } = await Promise.race([run, late]);
        const exempt = (rule, place) => exemptions.some((one) =>
          one.rule === rule && document.querySelector(place)?.matches(one.selector));
        return violations.map(({ id, help, nodes }) => {
          const places = nodes
            .map((node) => ({ place: node.target.join(" "), summary: node.failureSummary }))
            .filter(({ place }) => !exempt(id, place));
          const shown = places.slice(0, 5).map(({ place, summary }) => `\n${place}\n  ${summary}`);
          return places.length && `${id} in ${places.length} places: ${help}${shown.join("")}`;
        }).filter((breach) => breach);
      }
      """;

  private Axe() {}

  /** Fails with every rule that is broken, where, and what would mend it. */
  static void requireNoBreach(Page page, Exemption... exemptions) {
    if (!Boolean.TRUE.equals(page.evaluate("typeof axe === 'object'"))) {
      page.evaluate(source());
    }
    List<Map<String, String>> exempt = Stream.of(exemptions).map(Exemption::json).toList();
    Object breaches = page.evaluate(RUN, Map.of("tags", TAGS, "exemptions", exempt));
    assertThat((List<?>) breaches).as("axe on %s", page.url()).isEmpty();
  }

  private static String source() {
    try {
      return Files.readString(
          Chromium.project().home().resolve("node_modules/axe-core/axe.min.js"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
