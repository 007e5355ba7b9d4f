package dev.belfry.statuspages.publicsite;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The widget of a status page in a page of another origin. */
@Timeout(300)
class SiteWidgetIT {
  private static final String FOREIGN =
      """
      <!doctype html><html lang="en"><head><title>Shop</title>
      <meta name="viewport" content="width=device-width"></head>
      <body><h1>Shop</h1><script src="%s" data-title="Status of the shop"></script></body></html>
      """;

  private static HttpServer serving(String html) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] body = html.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  @ParameterizedTest
  @EnumSource
  void showsTheStateWithALinkToThePage(Appearance appearance) throws IOException {
    SiteFixture stage = new SiteFixture();
    stage.incident("Slow", "MAJOR", null);
    stage.shows("/embed", "Partial outage");
    String home = "http://127.0.0.1:" + stage.app.port();
    HttpServer shop = serving(FOREIGN.formatted(home + stage.site("/widget.js")));
    String foreign = "http://127.0.0.1:" + shop.getAddress().getPort() + "/";
    try (BrowserVisit visit = BrowserVisit.to(stage.app, appearance)) {
      visit.expect(foreign);
      Page page = visit.open(foreign);
      Locator frame = page.locator("iframe");
      assertThat(frame).hasAttribute("title", "Status of the shop");
      FrameLocator widget = page.frameLocator("iframe");
      assertThat(widget.getByText("Partial outage")).isVisible();
      assertThat(frame.contentFrame().locator("html").evaluate("one => one.scrollHeight"))
          .as("height of the content in a frame of 72 px")
          .isEqualTo(72);
      visit.fits(page);
      visit.screenshot(page, "site-widget");

      assertThat(widget.getByRole(AriaRole.LINK))
          .hasAttribute("href", Pattern.compile(stage.site("") + "$"));
    } finally {
      shop.stop(0);
    }
  }
}
