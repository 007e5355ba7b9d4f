package dev.belfry.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SessionTargetTest {
  private static final String ID = "3f6a1c52-8d0e-4b7a-9a41-5c2f7d9e1b30";

  @Test
  void whatIsAbsentOrNullDoesNotRestrict() {
    SessionTarget all = new SessionTarget(null, null);
    assertThat(of("{}")).isEqualTo(all);
    assertThat(of("{\"target\":null}")).isEqualTo(all);
    assertThat(of("{\"target\":{\"checkId\":null,\"matchTags\":null}}")).isEqualTo(all);
  }

  @Test
  void takesOneIdOrSeveral() {
    assertThat(of("{\"target\":{\"checkId\":\"" + ID + "\"}}").checks())
        .containsExactly(UUID.fromString(ID));
    assertThat(of("{\"target\":{\"checkId\":[\"" + ID + "\"]}}").checks())
        .containsExactly(UUID.fromString(ID));
  }

  @Test
  void aBareTagIsAListOfOne() {
    assertThat(of("{\"target\":{\"matchTags\":[\"a\",[\"b\",\"!c\"]]}}").tags())
        .isEqualTo("[[\"a\"],[\"b\",\"!c\"]]");
  }

  private static SessionTarget of(String body) {
    return SessionTarget.of(JsonText.parse(body));
  }
}
