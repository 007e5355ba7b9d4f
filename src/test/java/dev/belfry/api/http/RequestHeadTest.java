package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestHeadTest {
  @ParameterizedTest
  @CsvSource({
    "gzip, true",
    "GZIP, true",
    "'deflate, gzip, br', true",
    "'br;q=1.0,gzip;q=0.001', true",
    "gzip ; q=1, true",
    "gzip;q=0, false",
    "gzip;q=0.000, false",
    "'gzip; q=0.0, br', false",
    "br, false",
    "x-gzipped, false",
    "'', false",
    ", false",
  })
  void takesGzipUnlessItsWeightIsZero(String accepted, boolean taken) {
    assertThat(RequestHead.takesGzip(accepted)).isEqualTo(taken);
  }
}
