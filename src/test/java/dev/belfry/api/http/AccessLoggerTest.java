package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AccessLoggerTest {
  @Test
  void tellsOnlyTheBeginningOfTokensInPaths() {
    assertThat(AccessLogger.shown("/v1/subscriptions/" + "abcdefgh".repeat(8) + "/confirm"))
        .isEqualTo("/v1/subscriptions/abcdefgh.../confirm");
    String ids = "/v1/check-results/" + "0".repeat(36) + "/" + "1".repeat(36) + "/";
    assertThat(AccessLogger.shown(ids)).isEqualTo(ids);
    assertThat(AccessLogger.shown("/")).isEqualTo("/");
  }
}
