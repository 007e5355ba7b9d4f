package dev.belfry.engine.overview;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverviewOrderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "STATE|o.state DESC, o.sort_name DESC, o.check_id DESC",
        "NAME_DESC|o.sort_name, o.check_id",
        "SINCE|o.since_ms NULLS FIRST, o.check_id DESC",
        "UPTIME_DESC|o.uptime NULLS FIRST, o.check_id DESC",
        "P95|o.p95_ms DESC, o.check_id DESC",
      })
  void turnsEachColumnAndWhereItsNullsAre(OverviewOrder order, String backwards) {
    assertThat(order.backwards()).isEqualTo(backwards);
  }
}
