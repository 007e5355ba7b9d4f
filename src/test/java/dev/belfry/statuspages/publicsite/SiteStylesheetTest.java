package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.page.PageTheme;
import dev.belfry.statuspages.subscription.SubscriptionOffer;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteStylesheetTest {
  @ParameterizedTest
  @CsvSource({
    "https://cdn.example.net/logo.svg, https://cdn.example.net",
    "HTTP://CDN.example.net:8443/logo.svg, http://CDN.example.net:8443",
    "https://[2001:db8::1]/logo.svg, https://[2001:db8::1]",
    "'https://x;sandbox;@cdn.example.net/logo.svg', https://cdn.example.net",
    "'https://a:b,c@cdn.example.net:8443/logo.svg', https://cdn.example.net:8443",
  })
  void namesTheOriginOfAPictureAndNothingElseOfItsAddress(String logo, String source) {
    assertThat(SiteStylesheet.of(page(logo)).policy())
        .contains("; img-src 'self' data: " + source + "; form-action 'self'; connect-src 'self';")
        .doesNotContain("sandbox");
  }

  private static SiteSettings page(String logo) {
    return new SiteSettings(
        UUID.randomUUID(),
        UUID.randomUUID(),
        "Acme",
        "acme",
        "http://localhost/status/acme",
        null,
        logo,
        null,
        null,
        null,
        PageTheme.AUTO,
        null,
        false,
        new SubscriptionOffer(true, true, true));
  }
}
