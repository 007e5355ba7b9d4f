package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.heading;
import static dev.belfry.account.console.ConsoleFixture.link;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.testing.ApiReply;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** SSL monitors in the console: the form, its test, and the certificate of a run. */
@Timeout(300)
class ConsoleSslIT {
  private final ConsoleFixture stage = new ConsoleFixture();

  private static X509Bundle certificate() throws Exception {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=Shop")
        .addSanIpAddress("127.0.0.1")
        .setIsCertificateAuthority(true)
        .notBefore(now.minus(1, ChronoUnit.DAYS))
        .notAfter(now.plus(90, ChronoUnit.DAYS))
        .buildSelfSigned();
  }

  @Test
  void createsTestsAndEditsAnSslMonitor() throws Exception {
    StubServer.Script handshake =
        conversation -> {
          ((SSLSocket) conversation.socket()).startHandshake();
          conversation.hang();
        };
    try (StubServer server = StubServer.secure(certificate(), handshake);
        BrowserVisit visit = BrowserVisit.to(stage.app, Appearance.DARK_NARROW)) {
      Page page = stage.signIn(visit, "/console/monitors/new", stage.acme.key());
      page.getByLabel("SSL").check();
      page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Shop");
      page.getByLabel("Host name").fill("127.0.0.1");
      page.getByLabel("Port").fill("70000");
      page.getByText("Certificate and assertions").click();
      button(page, "Add assertion").click();
      page.getByLabel("Source of assertion 1").selectOption("CERTIFICATE.daysUntilExpiry");
      page.getByLabel("Target of assertion 1").fill("many");
      button(page, "Test now").click();
      assertThat(page.locator("#tlsPort-error")).hasText("Enter a port from 1 to 65535.");
      ConsoleFixture.everybody(visit, page, "ssl-mistakes");

      page.getByLabel("Port").fill(String.valueOf(server.port()));
      page.getByLabel("Target of assertion 1").fill("365");
      page.getByLabel("Security baseline").selectOption("own");
      page.getByLabel("Recommended key: limit").selectOption("8192");
      page.getByLabel("Recommended key", new Page.GetByLabelOptions().setExact(true))
          .selectOption("degrade");
      button(page, "Test now").click();
      assertThat(page.locator(".test-result"))
          .containsText("The certificate of 127.0.0.1 is self-signed.");
      assertThat(page.locator(".test-result")).containsText("Days until expiry is greater than");
      ConsoleFixture.everybody(visit, page, "ssl-test");

      page.getByLabel("Accept an issuer").check();
      button(page, "Create monitor").click();
      assertThat(heading(page, "Shop")).isVisible();
      assertThat(page.locator(".head")).containsText("127.0.0.1:" + server.port());
      button(page, "Run now").click();
      page.locator(".runs summary").first().click();
      Locator run = page.locator(".runs > li > details[open]");
      assertThat(run).containsText("TLS1.3, TLS_AES_");
      assertThat(run).containsText("Chain is trusted");
      ConsoleFixture.everybody(visit, page, "ssl-monitor");

      link(page, "Edit").click();
      page.getByLabel("Target of assertion 1").fill("30");
      button(page, "Save").click();
      assertThat(page.locator(".facts").last())
          .containsText("Days until expiry is greater than 30 days");
    }
    ApiReply saved = stage.client.get("/v1/checks");
    assertThat(saved.at("/0/checkType").asText()).isEqualTo("SSL");
    assertThat(saved.at("/0/request/sslConfig/skipChainValidation").asBoolean()).isTrue();
    assertThat(saved.at("/0/request/sslConfig/securityBaseline/recommendedKeySizeBits").toString())
        .isEqualTo("{\"value\":8192,\"severity\":\"degrade\"}");
    assertThat(saved.at("/0/request/assertions/0/property").asText()).isEqualTo("daysUntilExpiry");
    assertThat(saved.at("/0/maxResponseTime").asInt()).isEqualTo(10_000);
  }
}
