package dev.belfry.engine.result.badge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.result.ResultFixture;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/badges/checks/{id}} and {@code GET /v1/badges/groups/{id}}. */
class BadgesIT {
  private final ResultFixture fixture = new ResultFixture();
  private final ApiClient anybody = fixture.app.client();

  @Test
  void drawsACheckForAnybody() {
    fixture.client.put("/v1/checks/url/" + fixture.check, "{\"activated\":true}").hasStatus(200);
    assertThat(check("")).contains("aria-label=\"Home: unknown\"");
    fixture.rows.state(fixture.west, Verdict.PASSED, null).schedule(fixture.west);
    ApiReply reply = anybody.get("/v1/badges/checks/" + fixture.check).hasStatus(200);
    assertThat(reply.text()).contains("<title>Home: passing</title>");
    assertThat(reply.header("content-type")).isEqualTo("image/svg+xml; charset=utf-8");
    assertThat(reply.header("cache-control")).isEqualTo("public, max-age=60");
    fixture.rows.add(Run.passed(fixture.west, fixture.now(), 123_400));
    assertThat(check("?responseTime=true&style=flat-square&theme=dark"))
        .contains("<title>Home: passing | 123 ms</title>");
    assertThat(check("?style=for-the-badge")).contains(">HOME<").contains(">PASSING<");
    fixture.rows.state(fixture.west, Verdict.FAILED, null);
    assertThat(check("")).contains("Home: failing");
  }

  @Test
  void drawsAGroupAsItsWorstMemberThatIsNotPaused() {
    String group =
        fixture.client.post("/v2/check-groups", "{\"name\":\"Shop\"}").hasStatus(201).id();
    String path = "/v1/badges/groups/" + group;
    assertThat(anybody.get(path).hasStatus(200).text()).contains("Shop: unknown");
    String runs =
        fixture
            .client
            .post(
                "/v1/checks/url",
                "{\"name\":\"Runs\",\"groupId\":%s,\"request\":{\"url\":\"https://e.org\"}}"
                    .formatted(group))
            .hasStatus(201)
            .id();
    int series = fixture.rows.series(runs, "eu-west-2");
    fixture.rows.state(series, Verdict.DEGRADED, null).schedule(series);
    fixture.rows.state(
        fixture.rows.series(fixture.monitor("Paused", ",\"groupId\":" + group), "eu-west-1"),
        Verdict.FAILED,
        null);
    assertThat(anybody.get(path).text()).contains("Shop: degraded");
    fixture.client.put("/v2/check-groups/" + group, "{\"name\":\"Shop\",\"activated\":false}");
    assertThat(anybody.get(path).text()).contains("Shop: paused");
  }

  @Test
  void knowsNeitherOtherIdsNorOtherStyles() {
    anybody.get("/v1/badges/checks/" + UUID.randomUUID()).isNotFound();
    anybody.get("/v1/badges/groups/9007199254740991").isNotFound();
    anybody
        .get("/v1/badges/checks/" + fixture.check + "?style=round&theme=pink&responseTime=1")
        .isInvalid("/style", "/theme", "/responseTime");
    anybody.get("/v1/badges/groups/x").isInvalid("/id");
  }

  private String check(String query) {
    return anybody.get("/v1/badges/checks/" + fixture.check + query).hasStatus(200).text();
  }
}
