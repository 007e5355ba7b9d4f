package dev.belfry.engine.probe.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.monitoring.check.ApiCheckRequest;
import dev.belfry.monitoring.check.BasicCredentials;
import dev.belfry.monitoring.check.BodyType;
import dev.belfry.monitoring.check.HttpParameter;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests of API checks as they are sent, and what a redirect makes of them. */
class HttpCallTest {
  private static final String URL = "https://api.test/orders?a=1#top";

  private static ApiCheckRequest request(
      String method,
      List<HttpParameter> headers,
      List<HttpParameter> query,
      @Nullable String body,
      BodyType type,
      @Nullable BasicCredentials credentials) {
    return ApiCheckRequest.of(
        method, URL, null, null, null, headers, query, body, type, credentials, null, null);
  }

  private static HttpParameter pair(String key, String value) {
    return new HttpParameter(key, value, false);
  }

  private static String sent(ApiCheckRequest request) throws TargetRefusedException {
    HttpCall call = HttpCall.of(request);
    return new RequestText("Belfry/test")
        .bytes(UnpooledByteBufAllocator.DEFAULT, call, Target.parse(call.url()))
        .toString(StandardCharsets.UTF_8);
  }

  @Test
  void sendsEverythingThatTheCheckNames() throws Exception {
    String sent =
        sent(
            request(
                "POST",
                List.of(pair("X-Ünit".replace("Ü", "U"), "Grüße"), pair("user-agent", "mine")),
                List.of(pair("q", "a b&c"), pair("q", "ä")),
                "{\"n\":\"ö\"}",
                BodyType.JSON,
                new BasicCredentials("me", "pässword")));
    assertThat(sent)
        .startsWith("POST /orders?a=1&q=a%20b%26c&q=%C3%A4 HTTP/1.1\r\nHost: api.test\r\n")
        .contains("\r\nX-Unit: Grüße\r\n")
        .contains("\r\nuser-agent: mine\r\n")
        .doesNotContain("Belfry/test")
        .contains("\r\nContent-Type: application/json\r\n")
        .contains("\r\nAuthorization: Basic bWU6cMOkc3N3b3Jk\r\n")
        .contains("\r\nContent-Length: 10\r\n")
        .endsWith("\r\n\r\n{\"n\":\"ö\"}");
  }

  @Test
  void anOwnHeaderReplacesTheOneOfTheServiceAndOfTheBody() throws Exception {
    String sent =
        sent(
            request(
                "PUT",
                List.of(
                    pair("content-type", "text/x"),
                    pair("Authorization", "Bearer t"),
                    pair("ACCEPT", "a/b"),
                    pair("Accept-Encoding", "gzip")),
                List.of(),
                "x",
                BodyType.RAW,
                new BasicCredentials("me", "p")));
    assertThat(sent).contains("content-type: text/x").doesNotContain("Content-Type");
    assertThat(sent).contains("Authorization: Bearer t").doesNotContain("Basic");
    assertThat(sent).doesNotContain("*/*").doesNotContain("identity");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, NONE, ignored, false",
    "POST, NONE, ignored, true",
    "DELETE, NONE, '', false",
    "PATCH, JSON, '', true",
    "GET, RAW, x, true",
  })
  void tellsTheLengthOfABodyThatIsSentOrExpected(
      String method, BodyType type, String body, boolean tells) throws Exception {
    String sent = sent(request(method, List.of(), List.of(), body, type, null));
    assertThat(sent.contains("Content-Length")).isEqualTo(tells);
    assertThat(sent.endsWith("x")).isEqualTo(body.equals("x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "query { me } | {\"query\":\"query { me }\"}",
        "{ me { id } } | {\"query\":\"{ me { id } }\"}",
        "{\"query\":\"q\",\"variables\":{}} | {\"query\":\"q\",\"variables\":{}}",
        "{\"mutation\":1} | {\"query\":\"{\\\"mutation\\\":1}\"}",
      })
  void wrapsAGraphQlQueryUnlessItIsAWholeRequest(String body, String wrapped) throws Exception {
    assertThat(sent(request("POST", List.of(), List.of(), body, BodyType.GRAPHQL, null)))
        .contains("Content-Type: application/json\r\n")
        .endsWith("\r\n\r\n" + wrapped);
  }

  @ParameterizedTest
  @CsvSource({
    "X Y, 1, name",
    "'', 1, name",
    "X, 'a\r\nInjected: 1', line break",
    "content-Length, 5, itself",
    "Host, other.test, itself",
  })
  void refusesAHeaderThatWouldMakeAnotherRequest(String name, String value, String why) {
    ApiCheckRequest request =
        request("GET", List.of(pair(name, value)), List.of(), null, BodyType.NONE, null);
    assertThatThrownBy(() -> HttpCall.of(request))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("Injected");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, 301, GET",
    "POST, 302, GET",
    "PUT, 302, PUT",
    "PUT, 303, GET",
    "HEAD, 303, HEAD",
    "DELETE, 303, GET",
    "POST, 307, POST",
    "PATCH, 308, PATCH",
    "GET, 301, GET",
  })
  void aRedirectKeepsTheMethodOrMakesItGet(String method, int status, String next)
      throws Exception {
    HttpCall call =
        HttpCall.of(
            request(method, List.of(pair("X-A", "1")), List.of(), "b", BodyType.JSON, null));
    HttpCall after = call.redirected(status, false);
    assertThat(after.method()).isEqualTo(next);
    assertThat(after.body() == null).isEqualTo(!next.equals(method));
    assertThat(HttpCall.has(after.headers(), "content-type")).isEqualTo(after.body() != null);
    assertThat(HttpCall.has(after.headers(), "x-a")).isTrue();
  }

  @Test
  void anotherHostGetsNoHeaderThatMayHoldASecret() throws Exception {
    HttpCall call =
        HttpCall.of(
            request(
                "GET",
                List.of(
                    pair("X-Api-Key", "k"),
                    pair("Cookie", "c"),
                    pair("Accept", "a/b"),
                    pair("User-Agent", "u")),
                List.of(),
                null,
                BodyType.NONE,
                new BasicCredentials("me", "p")));
    assertThat(call.redirected(307, true).headers())
        .extracting(HttpParameter::key)
        .containsExactly("Accept", "User-Agent");
    assertThat(call.redirected(307, false).headers()).hasSize(5);
  }
}
