package dev.belfry.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.ScreenshotAnimations;
import dev.belfry.app.TestApp;
import java.nio.file.Path;
import java.util.List;

/**
 * A person's visit to a service, with a browser that knows nothing yet. Closing it fails if
 * anything went wrong on the way that the journey did not expect.
 */
public final class BrowserVisit implements AutoCloseable {
  /** A machine may be busy with other things; what never comes is found all the same. */
  private static final double MILLIS = 60_000;

  private static final int MOST_TABS = 200;
  private static final Path SCREENSHOTS = Path.of("target/screenshots");

  /** Names what sticks out, since the page alone says nothing. */
  private static final String TOO_WIDE =
      """
      () => {
        const { scrollWidth } = document.documentElement;
        const wide = (one) => one.scrollWidth > window.innerWidth
          || one.getBoundingClientRect().right > window.innerWidth;
        return scrollWidth <= window.innerWidth ? [] : [`${scrollWidth} px`].concat(
          [...document.querySelectorAll("body *")].filter(wide)
            .map((one) => `${one.tagName} ${one.className}`));
      }
      """;

  private final Appearance appearance;
  private final BrowserContext context;
  private final Troubles troubles;

  private BrowserVisit(String origin, Appearance appearance) {
    this.appearance = appearance;
    this.context =
        Chromium.running()
            .newContext(
                new Browser.NewContextOptions()
                    .setBaseURL(origin)
                    .setColorScheme(appearance.scheme())
                    .setViewportSize(appearance.width(), appearance.height())
                    .setReducedMotion(ReducedMotion.REDUCE)
                    .setLocale("en-GB")
                    .setTimezoneId("UTC"));
    PlaywrightAssertions.setDefaultAssertionTimeout(MILLIS);
    context.setDefaultTimeout(MILLIS);
    context.setDefaultNavigationTimeout(MILLIS);
    this.troubles = new Troubles(origin, context);
  }

  /** A visit to the service of a test. */
  public static BrowserVisit to(TestApp app, Appearance appearance) {
    return to("http://127.0.0.1:" + app.port(), appearance);
  }

  /** A visit to whatever answers at an address like {@code http://127.0.0.1:8080}. */
  public static BrowserVisit to(String origin, Appearance appearance) {
    return new BrowserVisit(origin, appearance);
  }

  /** Opens a path of the service in a new tab, and waits until it is there. */
  public Page open(String path) {
    Page page = context.newPage();
    page.navigate(path);
    return page;
  }

  /**
   * Says that something goes wrong on purpose.
   *
   * @param part of its description, such as {@code /v1/checks answered 401}
   */
  public void expect(String part) {
    troubles.expect(part);
  }

  /**
   * Says that something may go wrong, such as a refusal that the page repeats by itself.
   *
   * @param part of its description
   */
  public void allow(String part) {
    troubles.allow(part);
  }

  /** Fails if somebody could not use the page as it is now. */
  public void axe(Page page, Exemption... exemptions) {
    Axe.requireNoBreach(page, exemptions);
  }

  /** Fails if the page can be scrolled sideways. */
  public void fits(Page page) {
    assertThat((List<?>) page.evaluate(TOO_WIDE))
        .as("wider than %d px on %s", appearance.width(), page.url())
        .isEmpty();
  }

  /** Goes to an element as people without a mouse do. */
  public void tabTo(Locator target) {
    for (int tabs = 0; tabs < MOST_TABS; tabs++) {
      if (Boolean.TRUE.equals(target.evaluate("one => one === document.activeElement"))) {
        return;
      }
      target.page().keyboard().press("Tab");
    }
    throw new AssertionError(MOST_TABS + " times Tab do not lead to " + target);
  }

  /**
   * Keeps what the whole page looks like in {@code target/screenshots}, for people to look at.
   * Tests do so where the system property {@code belfry.screenshots} is true: pictures cost them a
   * fifth of their time.
   */
  public void screenshot(Page page, String name) {
    if (Boolean.getBoolean("belfry.screenshots")) {
      picture(page, name);
    }
  }

  /** Writes what the whole page looks like to {@code target/screenshots}. */
  void picture(Page page, String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(SCREENSHOTS.resolve(name + "-" + appearance.label() + ".png"))
            .setFullPage(true)
            .setAnimations(ScreenshotAnimations.DISABLED));
  }

  @Override
  public void close() {
    context.close();
    troubles.requireNone();
  }
}
