package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
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
    assertThat(stage.at(domain, "/")).as("nobody has proved it").startsWith("404");
    stage.proves(domain);
    stage.eventuallyAt(
        domain, "/", answer -> answer.startsWith("200") && !answer.contains("/status/"));
    assertThat(stage.at(domain, "/"))
        .startsWith("200")
        .contains("On our own", "href=\"/history\"", "action=\"/subscribe\"")
        .doesNotContain("/status/");
    assertThat(stage.at(domain.toUpperCase(java.util.Locale.ROOT) + ":8080", "/history?lang=de"))
        .startsWith("200")
        .contains("Vorfallverlauf", "href=\"/?lang=de\"");
    assertThat(stage.at(domain, "/assets/look.css")).startsWith("200");
    assertThat(stage.at(domain, "/v1/checks")).startsWith("404");
    assertThat(stage.at(domain, "/status/" + stage.url)).startsWith("404");
    assertThat(stage.at("elsewhere.example.org", "/")).startsWith("404");
    for (String out :
        new String[] {
          "/../../v1/checks",
          "/%2e%2e/%2e%2e/v1/checks",
          "/%2E./v1/checks",
          "/x/..%2f..%2fv1/checks"
        }) {
      assertThat(stage.at(domain, out)).as(out).matches("(?s)40[04] .*");
    }
  }
}
