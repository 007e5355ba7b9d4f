package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpanUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://e.org                       | https://e.org                   | 443
          http://e.org/a/b                    | http://e.org/a/b                | 80
          HTTPS://e.org/                      | HTTPS://e.org/                  | 443
          http://e.org:8080/a?token=x         | http://e.org:8080/a?REDACTED    | 8080
          http://e.org?token=x                | http://e.org?REDACTED           | 80
          http://e.org/a#token=x              | http://e.org/a                  | 80
          http://e.org/a#b?c                  | http://e.org/a                  | 80
          http://me:pass@e.org/a              | http://e.org/a                  | 80
          http://me:p@ss@e.org:81             | http://e.org:81                 | 81
          http://me@[::1]:8443/a@b            | http://[::1]:8443/a@b           | 8443
          https://[::1]/                      | https://[::1]/                  | 443
          http://e.org:port/                  | http://e.org:port/              | 0
          no url?q                            | no url?REDACTED                 | 0
          ''                                  | ''                              | 0
          """)
  void showsNothingThatPeopleHide(String url, String shown, int port) {
    assertThat(SpanUrl.of(url, false)).isEqualTo(shown);
    assertThat(SpanUrl.of(url, true))
        .isEqualTo(shown.endsWith("?REDACTED") ? shown : shown + "?REDACTED");
    assertThat(SpanUrl.port(url)).isEqualTo(port);
  }
}
