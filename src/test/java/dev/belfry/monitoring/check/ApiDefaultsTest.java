package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a group adds to a request. */
class ApiDefaultsTest {
  private static final ApiCheckRequest OWN =
      ApiCheckRequest.of(
          "POST",
          "{{GROUP_BASE_URL}}/orders",
          null,
          null,
          null,
          List.of(new HttpParameter("X-Custom", "abc", false)),
          List.of(new HttpParameter("page", "1", false)),
          "b",
          BodyType.RAW,
          null,
          List.of(Assertion.of(AssertionSource.STATUS_CODE, Comparison.EQUALS, "200", null, null)),
          null);

  private static ApiDefaults shared(String more) {
    return ApiDefaults.parse(
        """
        {"url":"https://api.test/v1",
         "headers":[{"key":"x-custom","value":"123"},{"key":"Accept","value":"a/b","locked":true}],
         "queryParameters":[{"key":"PAGE","value":"2"},{"key":"page","value":"3"}],
         "assertions":[{"source":"HEADERS","property":"x","comparison":"NOT_NULL"}%s],
         "basicAuth":{"username":"group","password":"sealed"}}"""
            .formatted(more));
  }

  @Test
  void addsWhatTheCheckLacks() {
    ApiCheckRequest joined = shared("").under(OWN);
    assertThat(joined.headers())
        .containsExactly(
            new HttpParameter("Accept", "a/b", true), new HttpParameter("X-Custom", "abc", false));
    assertThat(joined.queryParameters())
        .containsExactly(
            new HttpParameter("PAGE", "2", false), new HttpParameter("page", "1", false));
    assertThat(joined.assertions())
        .extracting(Assertion::source)
        .containsExactly(AssertionSource.STATUS_CODE, AssertionSource.HEADERS);
    assertThat(joined.basicAuth()).isEqualTo(new BasicCredentials("group", "sealed"));
    assertThat(joined.url()).isEqualTo(OWN.url());
    assertThat(joined.body()).isEqualTo("b");
  }

  @Test
  void theOwnCredentialsWin() {
    ApiCheckRequest own =
        ApiCheckRequest.of(
            null,
            "https://e.org",
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            new BasicCredentials("me", "mine"),
            null,
            null);
    assertThat(shared("").under(own).basicAuth()).isEqualTo(new BasicCredentials("me", "mine"));
  }

  @Test
  void aGroupWithoutDefaultsChangesNothing() {
    assertThat(ApiDefaults.parse(null).under(OWN)).isSameAs(OWN);
    assertThat(ApiDefaults.parse("null").under(OWN)).isSameAs(OWN);
    assertThat(ApiDefaults.parse("{\"url\":\"\",\"headers\":null,\"basicAuth\":null}").under(OWN))
        .isSameAs(OWN);
  }

  @Test
  void passesOverAssertionsInWordsThatAreNotKnown() {
    assertThat(shared(",{\"source\":\"TEAPOT\",\"comparison\":\"EQUALS\"}").assertions())
        .hasSize(1);
  }
}
