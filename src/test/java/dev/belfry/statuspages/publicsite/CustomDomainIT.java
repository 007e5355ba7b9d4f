package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.statuspages.domain.DomainGrants;
import dev.belfry.statuspages.domain.DomainRecord;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.FakeDns;
import dev.belfry.testing.Polling;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Who has a custom domain, from the claim to the withdrawal. */
class CustomDomainIT {
  private static final String PAGES = "/v1/status-pages/";
  private static final String OWN = "belfry.example.com";

  private final String domain = "status-" + UUID.randomUUID() + ".example.org";
  private final SiteFixture acme = new SiteFixture(TestApp.shared(), member(domain));

  private static String member(String domain) {
    return "\"customDomain\":\"" + domain + "\",";
  }

  private static void change(TestApp app, String sql, Object... values) throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  /** Makes the next check of the domain due. */
  private void check() throws SQLException {
    change(acme.app, "UPDATE custom_domains SET check_ms = 0 WHERE domain = ?", domain);
  }

  private static JsonNode verification(SiteFixture site, Predicate<JsonNode> wanted) {
    long deadline = System.nanoTime() + 15_000_000_000L;
    while (true) {
      ApiReply page = site.owner.get(PAGES + site.page).matchesContract("readStatusPage");
      JsonNode verification = page.at("/customDomainVerification");
      if (wanted.test(verification)) {
        return verification;
      }
      assertThat(System.nanoTime()).as("in time: %s", verification).isLessThan(deadline);
      Polling.pause();
    }
  }

  private static void becomes(SiteFixture site, String status, String message) {
    verification(
        site,
        now ->
            now.path("status").asText().equals(status)
                && now.path("message").asText("").contains(message));
  }

  @Test
  void isServedFromTheProofToTheWithdrawal() throws SQLException {
    JsonNode claim = verification(acme, now -> now.path("message").asText("").contains("no such"));
    assertThat(claim.path("status").asText()).isEqualTo("PENDING");
    assertThat(acme.at(domain, "/")).startsWith("404");
    TestApp.names()
        .text(claim.path("recordName").asText(), "v=spf1", claim.path("recordValue").asText());
    check();
    becomes(acme, "VERIFIED", "");
    acme.eventuallyAt(domain, "/", answer -> answer.startsWith("200"));

    TestApp.names().fail(claim.path("recordName").asText(), FakeDns.SERVFAIL);
    for (int i = 0; i < 4; i++) {
      int asked = TestApp.names().questions(claim.path("recordName").asText());
      check();
      await(() -> TestApp.names().questions(claim.path("recordName").asText()) > asked);
    }
    TestApp.names().mend(claim.path("recordName").asText()).text(claim.path("recordName").asText());
    check();
    await(() -> misses() == 1);
    becomes(acme, "VERIFIED", "");
    assertThat(acme.at(domain, "/")).as("one look without the record").startsWith("200");
    check();
    await(() -> misses() == 2);
    check();
    becomes(acme, "PENDING", "no such");
    acme.eventuallyAt(domain, "/", answer -> answer.startsWith("404"));
    assertThat(acme.read("").status()).isEqualTo(200);
  }

  @Test
  void belongsToTheAccountThatProvesIt() throws SQLException {
    SiteFixture thief = acme;
    SiteFixture owner = new SiteFixture(TestApp.shared(), member(domain));
    change(
        thief.app,
        "UPDATE custom_domains SET proof = 'UPGRADE' WHERE account_id = ? AND domain = ?",
        thief.account,
        domain);
    thief.eventuallyAt(domain, "/", SiteFixture::is200);
    DomainRecord record = owner.proves(domain);
    check();
    becomes(owner, "VERIFIED", "");
    becomes(thief, "PENDING", "");
    String incident = owner.incident("Only the owner says so", "MINOR", null);
    owner.eventuallyAt(domain, "/", answer -> answer.contains("Only the owner says so"));
    assertThat(incident).isNotEmpty();

    thief.proves(domain);
    TestApp.names()
        .text(record.name(), record.value(), DomainRecord.of(thief.account, domain).value());
    check();
    becomes(thief, "PENDING", "Another account has the domain");
    becomes(owner, "VERIFIED", "");
    thief.proves(domain);
    check();
    await(() -> proofs().equals(thief.account.toString()));
    becomes(owner, "PENDING", "");
  }

  @Test
  void isGivenByAnOperator() throws SQLException {
    SiteFixture other = new SiteFixture(TestApp.shared(), member(domain));
    try (Connection connection = acme.app.database().jdbc()) {
      new DomainGrants(connection).allow(acme.account, domain.toUpperCase(java.util.Locale.ROOT));
    }
    becomes(acme, "VERIFIED", "");
    acme.eventuallyAt(domain, "/", SiteFixture::is200);
    other.proves(domain);
    check();
    becomes(other, "PENDING", "Another account has the domain");
    becomes(acme, "VERIFIED", "");
    try (Connection connection = acme.app.database().jdbc()) {
      assertThat(new DomainGrants(connection).withdraw(acme.account, domain)).isTrue();
      assertThat(new DomainGrants(connection).withdraw(acme.account, domain)).isFalse();
    }
    check();
    becomes(other, "VERIFIED", "");
    becomes(acme, "PENDING", "");
  }

  @Test
  void goesWithItsPage() throws SQLException {
    acme.proves(domain);
    check();
    becomes(acme, "VERIFIED", "");
    acme.owner.delete(PAGES + acme.page).hasStatus(204);
    acme.eventuallyAt(domain, "/", answer -> answer.startsWith("404"));
    check();
    await(() -> claims() == 0);
  }

  @Test
  void isNeverAHostOfTheService() throws SQLException {
    try (TestApp app =
        TestApp.start(
            Map.of(
                "BELFRY_PUBLIC_URL", "https://" + OWN,
                "BELFRY_OWN_HOSTS", "api.example.com",
                "BELFRY_CUSTOM_DOMAINS", "any"))) {
      SiteFixture site = new SiteFixture(app, member(domain));
      site.eventuallyAt(domain, "/", SiteFixture::is200);
      for (String host : new String[] {OWN, "API.example.com", "status.localhost"}) {
        String body = "{%s\"name\":\"x\",\"url\":\"x\",\"cards\":[]}".formatted(member(host));
        site.owner.post("/v1/status-pages", body).isInvalid("/customDomain");
        site.owner.put(PAGES + site.page, body).isInvalid("/customDomain");
      }
      change(
          app,
          "UPDATE status_pages SET settings = settings || jsonb_build_object('customDomain', ?::text)",
          OWN);
      change(app, "UPDATE custom_domains SET proof = 'UPGRADE' WHERE domain = ?", OWN);
      site.eventuallyAt(domain, "/", answer -> answer.startsWith("404"));
      assertThat(site.at(OWN, "/v1/checks")).startsWith("401");
      assertThat(site.at(OWN, "/console")).matches("(?s)[23]0\\d .*");
      assertThat(site.at(OWN, "/openapi.json")).startsWith("200");
      assertThat(site.at(OWN, "/docs/")).startsWith("200");
      assertThat(site.at(OWN, "/")).startsWith("404");
      becomes(site, "BLOCKED", "host name of this service");
      assertThat(site.read("/api/v2/status.json").at("/page/url").asText())
          .isEqualTo("https://" + OWN + "/status/" + site.url);
    }
  }

  private long misses() {
    return acme.app
        .database()
        .count("SELECT sum(misses) FROM custom_domains WHERE domain = '" + domain + "'");
  }

  private long claims() {
    return acme.app
        .database()
        .count("SELECT count(*) FROM custom_domains WHERE domain = '" + domain + "'");
  }

  /** The account that has the domain. */
  private String proofs() {
    try (Connection connection = acme.app.database().jdbc();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT account_id::text FROM custom_domains"
                    + " WHERE proof IS NOT NULL AND domain = ?")) {
      statement.setString(1, domain);
      try (var rows = statement.executeQuery()) {
        return rows.next() ? rows.getString(1) : "";
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(java.util.function.BooleanSupplier condition) {
    long deadline = System.nanoTime() + 15_000_000_000L;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      Polling.pause();
    }
  }
}
