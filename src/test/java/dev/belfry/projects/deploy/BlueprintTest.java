package dev.belfry.projects.deploy;

import static dev.belfry.api.resource.ResourceType.CHECK;
import static dev.belfry.api.resource.ResourceType.CHECK_GROUP;
import static dev.belfry.api.resource.ResourceType.PRIVATE_LOCATION;
import static dev.belfry.api.resource.ResourceType.SERVICE;
import static dev.belfry.api.resource.ResourceType.STATUS_PAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.error.ApiException;
import org.junit.jupiter.api.Test;

class BlueprintTest {
  private static final String GUID = "019cad93-2e60-7000-8000-00000000002a";
  private static final String OTHER = "019cad93-2e60-7000-8000-00000000002b";

  @Test
  void referencesBecomeIdsInWhateverOrder() {
    DeployFixture desk =
        new DeployFixture()
            .wants(CHECK, "home", GUID, "{\"name\":\"Home\",\"groupId\":{\"ref\":\"web\"}}")
            .wants(CHECK_GROUP, "web", "7", "{\"name\":\"Web\"}");
    assertThat(desk.document(CHECK).get("groupId").isIntegralNumber()).isTrue();
    assertThat(desk.document(CHECK).get("groupId").asLong()).isEqualTo(7);
  }

  @Test
  void referencesMayLieDeep() {
    DeployFixture desk =
        new DeployFixture()
            .wants(
                STATUS_PAGE,
                "page",
                GUID,
                "{\"name\":\"Page\",\"cards\":[{\"services\":[{\"ref\":\"a\"},{\"ref\":\"b\"}]}]}")
            .wants(SERVICE, "a", GUID, "{\"name\":\"A\"}")
            .wants(SERVICE, "b", OTHER, "{\"name\":\"B\"}");
    assertThat(desk.document(STATUS_PAGE).at("/cards/0/services").toString())
        .isEqualTo("[\"" + GUID + "\",\"" + OTHER + "\"]");
  }

  @Test
  void whatIsThereKeepsItsId() {
    DeployFixture desk =
        new DeployFixture()
            .has(CHECK_GROUP, "web", "3", "{\"name\":\"Web\",\"frequency\":10}")
            .wants(CHECK_GROUP, "web", "7", "{\"name\":\"Web\"}")
            .wants(CHECK, "home", GUID, "{\"name\":\"Home\",\"groupId\":{\"ref\":\"web\"}}");
    assertThat(desk.document(CHECK).get("groupId").asLong()).isEqualTo(3);
  }

  @Test
  void whatWasDeletedByHandIsMadeAgain() {
    DeployFixture desk =
        new DeployFixture()
            .had(CHECK_GROUP, "web", "3")
            .wants(CHECK_GROUP, "web", "7", "{\"name\":\"Web\"}");
    assertThat(desk.items(CHECK_GROUP).get(0).isNew()).isTrue();
    assertThat(desk.items(CHECK_GROUP).get(0).id()).isEqualTo("7");
  }

  @Test
  void whatExistsAlreadyIsReferredToByItsLogicalId() {
    DeployFixture desk =
        new DeployFixture()
            .holds(CHECK_GROUP, "4711", "{\"name\":\"Old\"}")
            .refersTo(CHECK_GROUP, "4711")
            .wants(
                CHECK,
                "home",
                GUID,
                "{\"name\":\"Home\",\"groupId\":{\"ref\":\"check-group-4711\"}}");
    assertThat(desk.document(CHECK).get("groupId").asLong()).isEqualTo(4711);
    assertThat(desk.items(CHECK_GROUP)).isEmpty();
  }

  @Test
  void everyOffenceOfEveryResourceIsNamedWithItsFile() {
    ApiException refused =
        new DeployFixture()
            .refersTo(CHECK_GROUP, "4711")
            .wants(CHECK, "home", GUID, "{\"groupId\":{\"ref\":\"nowhere\"}}")
            .wants(CHECK, "shop", OTHER, "{\"name\":\"Shop\",\"groupId\":12}")
            .refusal();
    assertThat(refused.violations())
        .extracting(violation -> violation.path())
        .containsExactly(
            "/resources/0/physicalId",
            "/resources/1/payload/groupId",
            "/resources/1/payload/name",
            "/resources/2/payload/groupId");
    assertThat(refused.getMessage())
        .contains("check home (src/home): groupId refers to the check-group nowhere")
        .contains("check home (src/home): name is required")
        .contains("check shop (src/shop): groupId must be a check-group of this account")
        .contains("check-group check-group-4711: physicalId must be the id of a check-group");
  }

  @Test
  void aReferenceThatLeadsNowhereIsOneOffence() {
    ApiException refused =
        new DeployFixture()
            .wants(CHECK, "home", GUID, "{\"name\":\"Home\",\"groupId\":{\"ref\":\"no\"}}")
            .refusal();
    assertThat(refused.violations()).hasSize(1);
  }

  @Test
  void assignmentsBecomeSlugsOfTheCheck() {
    DeployFixture desk =
        new DeployFixture()
            .wants(
                "private-location-check-assignment",
                "a#1",
                "{\"privateLocationId\":{\"ref\":\"cellar\"},\"checkId\":{\"ref\":\"home\"}}")
            .wants(
                "private-location-check-assignment",
                "a#2",
                "{\"privateLocationId\":{\"ref\":\"private-location-"
                    + OTHER
                    + "\"},\"checkId\":{\"ref\":\"home\"}}")
            .wants(CHECK, "home", GUID, "{\"name\":\"Home\"}")
            .wants(PRIVATE_LOCATION, "cellar", GUID, "{\"name\":\"C\",\"slugName\":\"cellar\"}")
            .holds(PRIVATE_LOCATION, OTHER, "{\"slugName\":\"attic\"}")
            .refersTo(PRIVATE_LOCATION, OTHER);
    assertThat(desk.document(CHECK).get("privateLocations").toString())
        .isEqualTo("[\"attic\",\"cellar\"]");
  }

  @Test
  void anAssignmentNeedsBothItsEnds() {
    ApiException refused =
        new DeployFixture()
            .wants(
                "private-location-group-assignment",
                "a",
                "{\"privateLocationId\":{\"ref\":\"no\"},\"groupId\":{\"ref\":\"neither\"}}")
            .refusal();
    assertThat(refused.violations())
        .extracting(violation -> violation.path())
        .containsExactly("/resources/0/payload/privateLocationId", "/resources/0/payload/groupId");
  }
}
