package dev.belfry.projects.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.error.Violation;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestRulesTest {
  private static ManifestResource resource(
      String type, String logicalId, boolean member, @Nullable String id) {
    return new ManifestResource(logicalId, type, member, id, DeployFixture.json("{}"), null);
  }

  private static List<Violation> violations(ManifestResource... resources) {
    return ManifestRules.ofResources(new Manifest("shop", "Shop", null, List.of(resources)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"home", "check-group#web#ops", "a/b.c_d-e", "9"})
  void logicalIdsAreLettersDigitsAndAFewSigns(String id) {
    assertThat(violations(resource("check", id, true, null))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "with space", "ä", "a:b", "a\nb"})
  void otherLogicalIdsAreRefused(String id) {
    assertThat(violations(resource("check", id, true, null)))
        .extracting(Violation::path)
        .containsExactly("/resources/0/logicalId");
    assertThat(ManifestRules.ofWhole(new Manifest(id, "n", null, List.of())))
        .extracting(Violation::path)
        .containsExactly("/project/logicalId");
  }

  @Test
  void aLogicalIdIsUniquePerType() {
    assertThat(
            violations(
                resource("check", "web", true, null), resource("check-group", "web", true, null)))
        .isEmpty();
    assertThat(
            violations(resource("check", "web", true, null), resource("check", "web", true, null)))
        .extracting(Violation::path)
        .containsExactly("/resources/1/logicalId");
  }

  @Test
  void oneReferenceMayBeMadeFromManyPlaces() {
    assertThat(
            violations(
                resource("alert-channel", "alert-channel-42", false, "42"),
                resource("alert-channel", "alert-channel-42", false, "42")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"status-page-component", "status-page-automation-rule", "snippet", "x"})
  void unknownTypesAreNamed(String type) {
    assertThat(violations(resource(type, "a", true, null)))
        .extracting(Violation::path)
        .containsExactly("/resources/0/type");
  }

  @ParameterizedTest
  @CsvSource({
    "check-group, 4711, true",
    "check-group, 0, false",
    "check-group, -1, false",
    "check-group, abc, false",
    "check-group, , false",
    "private-location, 019cad93-2e60-7000-8000-00000000002a, true",
    "private-location, 42, false",
    "private-location-check-assignment, 42, false"
  })
  void whatExistsAlreadyHasAnIdOfItsType(String type, @Nullable String id, boolean allowed) {
    assertThat(violations(resource(type, "a", false, id)).isEmpty()).isEqualTo(allowed);
  }

  @Test
  void aProjectHasABoundedNumberOfResources() {
    ManifestResource one = resource("check", "a", true, null);
    assertThat(
            ManifestRules.ofWhole(
                new Manifest(
                    "shop",
                    "Shop",
                    null,
                    Collections.nCopies(ManifestRules.MOST_RESOURCES + 1, one))))
        .extracting(Violation::path)
        .containsExactly("/resources");
  }
}
