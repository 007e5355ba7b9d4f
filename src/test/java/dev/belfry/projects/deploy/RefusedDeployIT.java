package dev.belfry.projects.deploy;

import static dev.belfry.projects.deploy.ProjectFixture.check;
import static dev.belfry.projects.deploy.ProjectFixture.resource;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Deploys in which something is wrong: all of it is said, and nothing is done. */
class RefusedDeployIT {
  private final ProjectFixture stage = new ProjectFixture();

  @Test
  void aBadResourceIsNamedWithItsFileAndEveryFieldAndNothingIsDone() {
    ApiReply reply =
        stage
            .deploy(
                check("good", ""),
                check(
                    "bad", "\"frequency\":7,\"locations\":[\"moon\"],\"groupId\":{\"ref\":\"no\"}"),
                resource("check", "browser", "{\"checkType\":\"BROWSER\",\"name\":\"b\"}"))
            .isInvalid(
                "/resources/1/payload/groupId",
                "/resources/1/payload/frequency",
                "/resources/1/payload/locations/0",
                "/resources/2/payload/checkType")
            .matchesContract("deployProject");
    assertThat(reply.at("/message").asText())
        .contains("check bad (src/bad.ts): frequency must be one of 0, 1, 2")
        .contains("check bad (src/bad.ts): groupId refers to the check-group no")
        .contains("check browser (src/browser.ts): checkType BROWSER");
    assertThat(stage.client.get("/v1/checks").json()).isEmpty();
    stage.client.get("/v1/projects/shop").isNotFound();
  }

  @Test
  void namesTypesAndPayloadsAreJudgedAtOnce() {
    stage
        .deploy(
            check("home", "\"frequency\":7"),
            check("home", ""),
            resource("check", "no name", "{\"name\":\"\"}"),
            resource("snippet", "s", "{}"),
            "{\"logicalId\":\"g\",\"type\":\"private-location\",\"member\":false,\"physicalId\":\"x\"}")
        .isInvalid(
            "/resources/1/logicalId",
            "/resources/2/logicalId",
            "/resources/3/type",
            "/resources/4/physicalId",
            "/resources/0/payload/frequency",
            "/resources/2/payload/name",
            "/resources/2/payload/request");
  }

  /** Specification, "Group rules" 1. */
  @Test
  void groupRulesSpeakOfLogicalIds() {
    String group =
        resource(
            "check-group",
            "fast",
            "{\"name\":\"Fast\",\"v\":2,\"browserChecks\":{\"frequency\":0}}");
    ApiReply reply = stage.deploy(group, check("home", "\"groupId\":{\"ref\":\"fast\"}"));
    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    assertThat(reply.at("/message").asText()).contains("check-group fast (src/fast.ts)");
  }

  @Test
  void aGroupThatOthersStillUseIsNotDeleted() {
    stage.deploy(resource("check-group", "web", "{\"name\":\"Web\",\"v\":2}")).hasStatus(202);
    stage
        .client
        .post(
            "/v1/checks/url",
            "{\"name\":\"Mine\",\"groupId\":%s,\"request\":{\"url\":\"https://example.com\"}}"
                .formatted(stage.id("check-group", "web")))
        .hasStatus(201);
    ApiReply reply = stage.deploy();
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.at("/message").asText()).contains("Mine");
  }

  @Test
  void aReferenceWithoutAnIdIsNamedAlone() {
    for (String id : List.of("", "\"physicalId\":null,", "\"physicalId\":\"abc\",")) {
      stage
          .deploy(
              "{\"logicalId\":\"g\",\"type\":\"check-group\",%s\"member\":false}".formatted(id),
              "{\"logicalId\":\"o\",\"type\":\"alert-channel\",%s\"member\":false}".formatted(id),
              "{\"logicalId\":\"s\",\"type\":\"status-page-service\",%s\"member\":false}"
                  .formatted(id),
              check("home", "\"groupId\":{\"ref\":\"g\"}"),
              resource(
                  "status-page",
                  "p",
                  """
                  {"name":"P","url":"p","cards":[{"name":"C","services":[{"ref":"s"}]}]}"""),
              resource(
                  "alert-channel-subscription",
                  "x",
                  """
                  {"alertChannelId":{"ref":"o"},"checkId":{"ref":"home"},"activated":true}"""))
          .isInvalid(
              "/resources/0/physicalId", "/resources/1/physicalId", "/resources/2/physicalId");
    }
  }
}
