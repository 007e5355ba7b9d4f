package dev.belfry.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import dev.belfry.client.NodeProject;
import dev.belfry.testing.Programs;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The machine's own Chromium, one for all journeys of a process. Playwright talks to it through a
 * program on Node.js, which ends with this process and takes the browser along.
 */
final class Chromium {
  private static final double START_MILLIS = 60_000;

  private static @Nullable Browser running;

  private Chromium() {}

  /** To be used from one thread, as all of Playwright. */
  static synchronized Browser running() {
    Browser browser = running;
    if (browser == null) {
      browser = start(program());
      running = browser;
    }
    return browser;
  }

  /** The npm project with what is run inside of pages. */
  static NodeProject project() {
    return NodeProject.of("browser");
  }

  private static Path program() {
    return Programs.find("chromium", "chromium-browser", "google-chrome")
        .orElseThrow(
            () -> new AssertionError("Chromium is missing: install chromium, as .ci/run does"));
  }

  private static Browser start(Path program) {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_NODEJS_PATH",
                        project().node(),
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1")));
    Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
    return playwright
        .chromium()
        .launch(new LaunchOptions().setExecutablePath(program).setTimeout(START_MILLIS));
  }
}
