package dev.belfry.engine.testsession;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.testing.ApiReply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/test-sessions}. */
class ListTestSessionsIT {
  private static final String PATH = "/v1/test-sessions";

  private final TestSessionFixture fixture = new TestSessionFixture();

  private List<String> ids(String query) {
    return fixture
        .client
        .get(PATH + query)
        .hasStatus(200)
        .matchesContract("listTestSessions")
        .at("/entries")
        .findValuesAsText("id");
  }

  private String session(String url) {
    String path = fixture.start(fixture.job("one", url, ""));
    fixture.ended(path);
    return path.substring(path.lastIndexOf('/') + 1);
  }

  @Test
  void listsTheNewestFirstInParts() {
    String first = session(fixture.good());
    String second = session(fixture.bad());
    fixture
        .client
        .post(
            TestSessionFixture.RUN,
            fixture
                .body("eu-west-1", fixture.job("hidden", fixture.good(), ""))
                .replace("\"shouldRecord\":true", "\"shouldRecord\":false"))
        .hasStatus(202);
    assertThat(ids("")).containsExactly(second, first);
    ApiReply part = fixture.client.get(PATH + "?limit=1");
    assertThat(part.at("/entries/0/id").asText()).isEqualTo(second);
    assertThat(part.at("/entries/0/failed")).hasSize(1);
    assertThat(ids("?limit=1&nextId=" + part.at("/nextId").asText())).containsExactly(first);
  }

  @Test
  void selects() {
    String good = session(fixture.good());
    String bad = session(fixture.bad());
    assertThat(ids("?statuses[]=FAILED")).containsExactly(bad);
    assertThat(ids("?statuses=PASSED&statuses=FAILED")).hasSize(2);
    assertThat(ids("?branches=main&users=Ada&providers=API&textSearch=SHOP")).hasSize(2);
    assertThat(ids("?branches=other")).isEmpty();
    assertThat(ids("?providers=TRIGGER")).isEmpty();
    assertThat(ids("?textSearch=nothing")).isEmpty();
    assertThat(ids("?from=0&to=1")).isEmpty();
    assertThat(ids("?from=1&to=99999999999")).containsExactly(bad, good);
    fixture
        .client
        .get(PATH + "?statuses=ODD&from=x&textSearch=ab")
        .isInvalid("/statuses/0", "/from", "/textSearch");
  }

  @Test
  void isForReadersOfTheAccount() {
    new Access(fixture.app, fixture.acme).requireForReading(PATH);
    session(fixture.good());
    assertThat(fixture.app.as(fixture.app.newTenant()).get(PATH).at("/length").asInt()).isZero();
  }
}
