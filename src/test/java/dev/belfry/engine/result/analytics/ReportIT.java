package dev.belfry.engine.result.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.engine.result.ResultFixture;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/reporting} and {@code POST /v1/analytics/checks}. */
class ReportIT {
  private static final String REPORT = "/v1/reporting";
  private static final String ANALYZE = "/v1/analytics/checks";

  private final ResultFixture fixture = new ResultFixture();
  private final long summed = fixture.rows.summedUntil();

  @Test
  void reportsOnEveryCheck() {
    String second = fixture.monitor("Second", ",\"tags\":[\"x\"]");
    fixture.rows.add(
        List.of(Run.passed(fixture.west, summed, 100_000), Run.failed(fixture.east, summed)));
    ApiReply reply = fixture.client.get(REPORT).hasStatus(200).matchesContract("reportChecks");
    assertThat(reply.json()).hasSize(2);
    JsonNode home = reply.at("/0");
    assertThat(home.path("name").asText()).isEqualTo("Home");
    assertThat(home.path("deactivated").asBoolean()).isTrue();
    assertThat(home.at("/aggregate/successRatio").asDouble()).isEqualTo(50.0);
    assertThat(home.at("/aggregate/avg").asDouble()).isEqualTo(60.0);
    assertThat(reply.at("/1/checkId").asText()).isEqualTo(second);
    assertThat(reply.at("/1/aggregate").toString())
        .isEqualTo("{\"successRatio\":null,\"avg\":null,\"p95\":null,\"p99\":null}");
  }

  @Test
  void filtersByTagAndPause() {
    fixture.monitor("Second", ",\"tags\":[\"x\"]");
    fixture.client.post(
        "/v1/checks/url",
        "{\"name\":\"Runs\",\"tags\":[\"y\"],\"request\":{\"url\":\"https://e.org\"}}");
    assertThat(names("?filterByTags=x")).isEqualTo("Second");
    assertThat(names("?filterByTags=x&filterByTags%5B%5D=y")).isEqualTo("SecondRuns");
    assertThat(names("?deactivated=true")).isEqualTo("HomeSecond");
    assertThat(names("?deactivated=false&quickRange=last24Hrs")).isEqualTo("Runs");
    fixture.client.get(REPORT + "?from=5000&to=4000").isInvalid("/from");
    fixture
        .client
        .get(REPORT + "?quickRange=x&deactivated=1")
        .isInvalid("/quickRange", "/deactivated");
  }

  /** More checks than are read at once. */
  @Test
  void reportsOnManyChecks() {
    fixture.rows.update(
        """
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        SELECT gen_random_uuid(), ?, 'URL', '{"name":"n","activated":false}', now()
        FROM generate_series(1, 450)""",
        fixture.acme.account());
    assertThat(fixture.client.get(REPORT).hasStatus(200).json()).hasSize(451);
  }

  @Test
  void analyzesTheChecksAskedForEvenForReadOnlyKeys() {
    fixture.rows.add(Run.passed(fixture.west, summed, 100_000));
    String body =
        "{\"checkIds\":[\"%s\",\"%s\",\"%1$s\"]}".formatted(fixture.check, UUID.randomUUID());
    ApiReply reply =
        fixture
            .app
            .client()
            .withKey(fixture.acme.readKey())
            .post(ANALYZE + "?quickRange=last24Hours", body)
            .hasStatus(200)
            .matchesContract("analyzeChecks");
    assertThat(reply.json()).hasSize(1);
    assertThat(reply.at("/0/checkId").asText()).isEqualTo(fixture.check);
    assertThat(reply.at("/0/availability").asDouble()).isEqualTo(100.0);
    assertThat(reply.at("/0/responseTime_p99").asDouble()).isEqualTo(100.0);
    assertThat(fixture.app.as(fixture.app.newTenant()).post(ANALYZE, body).json()).isEmpty();
    fixture.client.post(ANALYZE, "{\"checkIds\":[]}").isInvalid("/checkIds");
    fixture.client.post(ANALYZE, "{}").isInvalid("/checkIds");
  }

  @Test
  void areForThoseWithAKey() {
    fixture.access().requireForReading(REPORT);
    fixture.app.client().post(ANALYZE, "{}").isUnauthorized();
    fixture
        .client
        .with("X-Service-Account", UUID.randomUUID().toString())
        .post(ANALYZE, "{}")
        .isForbidden();
  }

  private String names(String query) {
    StringBuilder names = new StringBuilder();
    fixture
        .client
        .get(REPORT + query)
        .hasStatus(200)
        .json()
        .forEach(check -> names.append(check.path("name").asText()));
    return names.toString();
  }
}
