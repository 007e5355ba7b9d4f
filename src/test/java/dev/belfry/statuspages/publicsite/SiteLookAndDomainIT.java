package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.RawHttp;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a page's owner decides about its site: domain, logo, colours, theme. */
class SiteLookAndDomainIT {
  private final String domain = "status-" + UUID.randomUUID() + ".example.org";
  private final SiteFixture stage =
      new SiteFixture(
          TestApp.shared(),
          """
          "customDomain":"%s","logo":"https://cdn.example.net/logo.svg","defaultTheme":"DARK",
          "favicon":"https://cdn.example.net/icon.png","redirectTo":"https://example.org/shop",
          "themeColors":{"dark":{"accent":"#ffcc00"}},"""
              .formatted(domain));

  @Test
  void looksAsItsOwnerWants() {
    var page = stage.read("").hasStatus(200);
    assertThat(page.text())
        .contains(
            "data-theme=\"dark\"",
            "href=\"https://example.org/shop\"",
            "src=\"https://cdn.example.net/logo.svg\"",
            "href=\"https://cdn.example.net/icon.png\"",
            "--accent:#ffcc00;",
            "--on-accent:#10151b;");
    assertThat(page.header("content-security-policy"))
        .contains("img-src 'self' data: https://cdn.example.net;");
  }

  @Test
  void isServedAtADomainOfItsOwn() {
    stage.incident("On our own", "MINOR", null);
    stage.shows("", "On our own");
    assertThat(at(domain, "/"))
        .startsWith("200")
        .contains("On our own", "href=\"/history\"", "action=\"/subscribe\"")
        .doesNotContain("/status/");
    assertThat(at(domain.toUpperCase(java.util.Locale.ROOT) + ":8080", "/history?lang=de"))
        .startsWith("200")
        .contains("Vorfallverlauf", "href=\"/?lang=de\"");
    assertThat(at(domain, "/assets/look.css")).startsWith("200");
    assertThat(at(domain, "/v1/checks")).startsWith("404");
    assertThat(at(domain, "/status/" + stage.url)).startsWith("404");
    assertThat(at("elsewhere.example.org", "/")).startsWith("404");
  }

  private String at(String host, String path) {
    try (RawHttp raw = new RawHttp(stage.app.port())) {
      RawHttp.Answer answer =
          raw.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n").readAnswer();
      return answer.status() + " " + answer.body();
    }
  }
}
