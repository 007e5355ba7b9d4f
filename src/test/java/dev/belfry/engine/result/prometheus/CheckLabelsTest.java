package dev.belfry.engine.result.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.CheckType;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckLabelsTest {
  private static final UUID ID = new UUID(0, 1);

  @Test
  void namesACheckAsTheExporterDoes() {
    assertThat(CheckLabels.of(check("Shop", List.of("a", "b")), true))
        .isEqualTo(
            "name=\"Shop\",check_id=\"%s\",check_type=\"url\",muted=\"false\",activated=\"true\","
                    .formatted(ID)
                + "group=\"\",tags=\"a,b\"");
  }

  @Test
  void escapesWhatWouldEndALabel() {
    assertThat(CheckLabels.of(check("a\"} 1\nb\\", List.of()), true))
        .startsWith("name=\"a\\\"} 1\\nb\\\\\",check_id=")
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "env:production, ',env=\"production\"'",
    "a.b-c:x:y, ',a_b_c=\"x:y\"'",
    "9lives: cat, ',tag_9lives=\"cat\"'",
    "__name__:evil, ',tag___name__=\"evil\"'",
    "status:mine, ''",
    ":x, ''",
    "plain, ''"
  })
  void turnsATagIntoALabel(String tag, String label) {
    MeasuredCheck check = check("Shop", List.of(tag));
    assertThat(CheckLabels.of(check, true)).endsWith("tags=\"" + tag + "\"" + label);
    assertThat(CheckLabels.of(check, false)).endsWith("tags=\"" + tag + "\"");
  }

  @Test
  void givesNoLabelTwice() {
    assertThat(CheckLabels.of(check("Shop", List.of("a.b:1", "a-b:2")), true))
        .containsOnlyOnce("a_b=")
        .endsWith("a_b=\"1\"");
  }

  @ParameterizedTest
  @CsvSource({
    "https://shop.example/a?b=c, shop.example",
    "https://user:pw@shop.example:8443/, shop.example",
    "https://{{HOST}}/x, {{HOST}}",
    "https://[2001:db8::1]:8443/, [2001:db8::1]",
    "shop.example:443, shop.example"
  })
  void findsTheHostOfATarget(String target, String host) {
    MeasuredCheck check = check("Shop", List.of());
    assertThat(
            new MeasuredCheck(
                    check.id(),
                    check.type(),
                    check.name(),
                    true,
                    false,
                    null,
                    List.of(),
                    target,
                    null,
                    null)
                .host())
        .isEqualTo(host);
  }

  private static MeasuredCheck check(String name, List<String> tags) {
    return new MeasuredCheck(
        ID, CheckType.URL, name, true, false, null, tags, "https://e.org/", null, null);
  }
}
