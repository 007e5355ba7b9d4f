package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that look right and are not, and the other way round. */
class BadValuesIT {
  private static final String PATH = "/v1/checks/url";
  private static final String VALID = "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"}}";

  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());

  @Test
  void namesWhatIsMalformedAroundTheBody() {
    for (String query : List.of("%zz", "%f", "%ff", "%c3%28")) {
      assertThat(
              client
                  .get("/v1/checks?search=" + query)
                  .isInvalid("")
                  .at("/validation/source")
                  .asText())
          .isEqualTo("query");
      assertThat(client.get("/v1/checks/" + query).isInvalid("").at("/validation/source").asText())
          .isEqualTo("params");
    }
    client.get("/v1/checks?search=%c3%a9+a%20b").hasStatus(200);
    client.with("Content-Encoding", "gzip").post(PATH, "{}").isInvalid("");
  }

  @Test
  void namesTheMemberOfAnEndlessNumberOrNesting() {
    client
        .post(PATH, VALID.replace("{\"name\"", "{\"frequency\":" + "9".repeat(5_000) + ",\"name\""))
        .isInvalid("/frequency");
    client
        .post(PATH, VALID.replace("{\"name\"", "{\"frequency\":5." + "0".repeat(300) + ",\"name\""))
        .hasStatus(201);
    client
        .post(PATH, VALID.replace("{\"name\"", "{\"frequency\":" + "9".repeat(300) + ",\"name\""))
        .isInvalid("/frequency");
    client
        .post(
            PATH,
            VALID.replace(
                "{\"name\"", "{\"request\":" + "[".repeat(200) + "]".repeat(200) + ",\"name\""))
        .hasStatus(400);
  }

  @Test
  void aKeyEndsWhereItsPatternDoes() {
    client.post("/v1/variables", "{\"key\":\"A\\n\",\"value\":\"x\"}").isInvalid("/key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://my_service:8080/",
        "https://m\u00fcnchen.de/",
        "https://e.org/?q={x}|y z",
        "https://e.org/\u00e9",
        "http://[::1]:8080/"
      })
  void takesAddressesThatCanBeRequestedAndAnswersWithThem(String url) {
    assertThat(
            client
                .post(PATH, VALID.replace("https://e.org", url))
                .hasStatus(201)
                .at("/request/url")
                .asText())
        .isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://2130706433/",
        "http://e.org:99999/",
        "http://a b/",
        "ftp://e.org/",
        "https://",
        "/path"
      })
  void refusesAddressesThatCannotBeRequested(String url) {
    client.post(PATH, VALID.replace("https://e.org", url)).isInvalid("/request/url");
  }

  @Test
  void comparesAStatusCodeWithANumber() {
    client
        .post(
            PATH,
            """
            {"name":"x","request":{"url":"https://e.org","assertions":[{"source":"STATUS_CODE",
             "comparison":"EQUALS","target":"200"},{"source":"STATUS_CODE","target":"abc"}]}}""")
        .isInvalid("/request/assertions/1/target");
  }

  @Test
  void refusesProxiesThatAreNone() {
    client
        .post(
            "/v1/private-locations",
            "{\"name\":\"x\",\"slugName\":\"x\",\"proxyUrl\":\"javascript:alert(1)\"}")
        .isInvalid("/proxyUrl");
  }

  @Test
  void refusesRangesThatEndBeforeTheyBegin() {
    String check = client.post(PATH, VALID).hasStatus(201).id();
    for (String list :
        List.of("/v1/check-results/" + check, "/v2/check-results/" + check, "/v1/check-alerts")) {
      client.get(list + "?from=1790000000&to=1780000000").isInvalid("/from");
    }
  }

  @Test
  void saysWhatIsSupportedInPlaceOfAnUnknownMethod() {
    String check = client.post(PATH, VALID).hasStatus(201).id();
    assertThat(client.patch("/v1/checks/" + check, "{}").hasStatus(405).at("/message").asText())
        .isEqualTo("PATCH is not supported here; supported: DELETE, GET, PUT");
  }
}
