package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/check-results/{checkId}}. */
class ListRecentCheckResultsIT {
  private static final long HOUR = 3_600_000;

  private final ResultFixture fixture = new ResultFixture();
  private final String path = "/v1/check-results/" + fixture.check;
  private final long now = fixture.now();

  @Test
  void pagesThroughTheLastSixHours() {
    for (int hour = 0; hour < 9; hour++) {
      fixture.rows.add(Run.passed(fixture.west, now - hour * HOUR - 1_000, 1));
    }
    ApiReply first = fixture.client.get(path + "?limit=4").hasStatus(200);
    first.matchesContract("listRecentCheckResults");
    assertThat(first.json()).hasSize(4);
    assertThat(first.header("content-range")).isEqualTo("0-3/6");
    assertThat(first.header("link")).contains("page=2>; rel=\"next\"");
    ApiReply second = fixture.client.get(path + "?limit=4&page=2").hasStatus(200);
    assertThat(second.json()).hasSize(2);
    assertThat(second.header("content-range")).isEqualTo("4-5/6");
  }

  /** A client of the field asks with exactly these parameters. */
  @Test
  void understandsPageZeroAndFlagsAsNumbers() {
    fixture
        .rows
        .add(Run.failed(fixture.west, now - 7 * HOUR))
        .add(Run.passed(fixture.west, now, 1));
    ApiReply reply =
        fixture.client.get(
            path
                + "?checkType=URL&from=%d&hasFailures=1&limit=100&page=0&to=%d"
                    .formatted((now - 8 * HOUR) / 1000, (now - 3 * HOUR) / 1000));
    reply.hasStatus(200).matchesContract("listRecentCheckResults");
    assertThat(reply.json()).hasSize(1);
    assertThat(reply.header("content-range")).isEqualTo("0-0/1");
    assertThat(reply.at("/0/responseTime").isIntegralNumber()).isTrue();
    assertThat(fixture.client.get(path + "?from=" + (now - 8 * HOUR) / 1000).json()).hasSize(1);
    assertThat(fixture.client.get(path + "?to=" + (now - 3 * HOUR) / 1000).json()).hasSize(1);
  }

  @Test
  void refusesMoreThanSixHours() {
    fixture
        .client
        .get(path + "?from=%d&to=%d".formatted((now - 7 * HOUR) / 1000, now / 1000))
        .isInvalid("/from");
  }

  @Test
  void isForThoseWhoMayReadTheCheck() {
    fixture.access().requireForReading(path);
    fixture.access().requireHidden("GET", path, null);
    fixture.client.get("/v1/check-results/" + UUID.randomUUID()).isNotFound();
    fixture.client.get(path + "?limit=0&page=-1").isInvalid("/limit", "/page");
  }
}
