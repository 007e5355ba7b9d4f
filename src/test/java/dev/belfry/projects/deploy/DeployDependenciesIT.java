package dev.belfry.projects.deploy;

import static dev.belfry.projects.deploy.ProjectFixture.check;
import static dev.belfry.projects.deploy.ProjectFixture.resource;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code dependsOn} of the checks and groups of a project. */
class DeployDependenciesIT {
  private final ProjectFixture stage = new ProjectFixture();

  private static String on(String member, String logicalId) {
    return "\"dependsOn\":[{\"%s\":{\"ref\":\"%s\"}}]".formatted(member, logicalId);
  }

  private static String group(String logicalId, String more) {
    return resource(
        "check-group", logicalId, "{\"name\":\"%s\",\"v\":2%s}".formatted(logicalId, more));
  }

  private ApiReply stored(String logicalId) {
    return stage.client.get("/v1/checks/" + stage.id("check", logicalId)).hasStatus(200);
  }

  @Test
  void refersToWhatTheProjectHas() {
    String[] project = {
      check("home", "\"groupId\":{\"ref\":\"web\"}," + on("groupId", "edge")),
      group("web", "," + on("checkId", "router")),
      group("edge", ""),
      check("router", "\"frequency\":5"),
    };
    stage.deploy(project).hasStatus(202);
    assertThat(stored("home").at("/dependsOn/0/groupId").asText())
        .isEqualTo(stage.id("check-group", "edge"));
    ApiReply web =
        stage.client.get("/v1/check-groups/" + stage.id("check-group", "web")).hasStatus(200);
    assertThat(web.at("/dependsOn/0/checkId").asText()).isEqualTo(stage.id("check", "router"));

    ApiReply again = stage.deploy(project).hasStatus(202);
    assertThat(again.at("/result/diff").isEmpty()).as(again.text()).isTrue();

    project[0] = check("home", "\"groupId\":{\"ref\":\"web\"}");
    ApiReply kept = stage.deploy(project).hasStatus(202);
    assertThat(kept.at("/result/diff").isEmpty()).as("absent keeps: " + kept.text()).isTrue();
    assertThat(stored("home").text()).contains("dependsOn");

    project[0] = check("home", "\"groupId\":{\"ref\":\"web\"},\"dependsOn\":[]");
    ApiReply without = stage.deploy(project).hasStatus(202);
    assertThat(ProjectFixture.changes(without.at("/result/diff")))
        .containsExactly("UPDATE check home");
    assertThat(stored("home").text()).doesNotContain("dependsOn");
    assertThat(stage.client.get("/v1/check-groups/" + stage.id("check-group", "web")).text())
        .contains("dependsOn");
  }

  @Test
  void refersToWhatIsThereAlready() {
    String router =
        stage
            .client
            .post("/v1/checks/url", "{\"name\":\"R\",\"request\":{\"url\":\"https://e.org/\"}}")
            .hasStatus(201)
            .id();
    stage.deploy(check("home", "\"dependsOn\":[{\"checkId\":\"" + router + "\"}]")).hasStatus(202);
    assertThat(stored("home").at("/dependsOn/0/checkId").asText()).isEqualTo(router);
    String home = stage.id("check", "home");
    ApiReply back =
        stage.client.put(
            "/v1/checks/url/" + router,
            "{\"name\":\"R\",\"dependsOn\":[{\"checkId\":\"" + home + "\"}]}");
    back.isInvalid("/dependsOn");
    stage.client.put("/v1/checks/url/" + home, "{\"name\":\"H\",\"dependsOn\":[]}").hasStatus(200);
    stage
        .client
        .put(
            "/v1/checks/url/" + router,
            "{\"name\":\"R\",\"dependsOn\":[{\"checkId\":\"" + home + "\"}]}")
        .hasStatus(200);
    ApiReply refused =
        stage.deploy(check("home", "\"dependsOn\":[{\"checkId\":\"" + router + "\"}]"));
    refused.isInvalid("/resources/0/payload/dependsOn");
  }

  @Test
  void namesWhatDependsOnItself() {
    stage
        .deploy(check("one", on("checkId", "two")), check("two", on("checkId", "one")))
        .isInvalid("/resources/0/payload/dependsOn", "/resources/1/payload/dependsOn");
    stage
        .deploy(
            check("one", "\"groupId\":{\"ref\":\"web\"}"), group("web", "," + on("checkId", "one")))
        .isInvalid("/resources/1/payload/dependsOn");
    stage
        .deploy(check("one", on("checkId", "none")))
        .isInvalid("/resources/0/payload/dependsOn/0/checkId");
  }
}
