package dev.belfry.browser;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A visit notices what is wrong with a page: each fault is planted here. */
@Timeout(300)
class BrowserVisitIT {
  private static final String POLICY = "default-src 'self'; script-src 'self' 'unsafe-inline'";

  private String body = "";
  private String origin = "";
  private final HttpServer server = server();

  private static HttpServer server() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void serve() {
    server.createContext("/", this::answer);
    server.start();
    origin = "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    boolean page = exchange.getRequestURI().getPath().equals("/");
    byte[] bytes =
        ("<!doctype html><html lang=en><title>Planted</title><main>"
                + "<h1>Planted</h1>"
                + body
                + "</main>")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("content-type", "text/html; charset=utf-8");
    exchange.getResponseHeaders().add("content-security-policy", POLICY);
    exchange.sendResponseHeaders(page ? 200 : 404, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @ParameterizedTest
  @CsvSource({
    "<script>console.error('oh no')</script>, console: oh no",
    "<script>missing()</script>, uncaught: ReferenceError",
    "<p style='color:red'>Red</p>, Content Security Policy",
    "<script src='/gone.js'></script>, /gone.js answered 404",
    "<a id=out href='http://127.0.0.2:9/'>Out</a><script>out.click()</script>, another host: GET",
    "<script>fetch('http://127.0.0.2:9/').catch(() => 0)</script>, Content Security Policy"
  })
  void failsWithWhatWentWrong(String planted, String said) {
    assertThatThrownBy(() -> visit(planted, (visit, page) -> {}))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(said);
  }

  @Test
  void takesWhatIsExpectedAndMissesItWhenItIsNotThere() {
    String planted = "<script src='/gone.js'></script>";
    BiConsumer<BrowserVisit, Page> expecting =
        (visit, page) -> visit.expect("/gone.js answered 404");
    assertThatCode(() -> visit(planted, expecting)).doesNotThrowAnyException();
    assertThatThrownBy(() -> visit("", expecting)).hasMessageContaining("/gone.js");
  }

  @ParameterizedTest
  @CsvSource({"<button></button>, button-name", "<img>, image-alt", "<h4>Deep</h4>, heading-order"})
  void axeNamesTheRule(String planted, String rule) {
    assertThatThrownBy(() -> visit(planted, BrowserVisit::axe))
        .hasMessageContaining(rule + " in 1 ");
  }

  @Test
  void axeLetsGoExactlyWhatIsExempt() {
    Exemption exemption = new Exemption("button-name", "#known");
    assertThatCode(
            () -> visit("<button id=known></button>", (visit, page) -> visit.axe(page, exemption)))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () ->
                visit(
                    "<button id=known></button><button id=other></button>",
                    (visit, page) -> visit.axe(page, exemption)))
        .hasMessageContaining("#other")
        .hasMessageContaining("button-name in 1 ");
  }

  @Test
  void namesWhatIsTooWide() {
    assertThatThrownBy(() -> visit("<pre>" + "wide ".repeat(100) + "</pre>", BrowserVisit::fits))
        .hasMessageContaining("PRE");
  }

  private void visit(String planted, BiConsumer<BrowserVisit, Page> journey) {
    body = planted;
    try (BrowserVisit visit = BrowserVisit.to(origin, Appearance.LIGHT_NARROW)) {
      journey.accept(visit, visit.open("/"));
    }
  }
}
