package dev.belfry.projects.deploy;

import static dev.belfry.projects.deploy.ProjectFixture.check;
import static dev.belfry.projects.deploy.ProjectFixture.project;
import static dev.belfry.projects.deploy.ProjectFixture.resource;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeployProjectIT {
  private final ProjectFixture stage = new ProjectFixture();

  /** One of each type, in an order in which nothing is known before it is referred to. */
  private String[] everything() {
    String group = stage.client.post("/v2/check-groups", "{\"name\":\"Old\"}").hasStatus(201).id();
    return new String[] {
      resource(
          "alert-channel-subscription",
          "check-alert-channel-subscription#home#ops",
          "{\"alertChannelId\":{\"ref\":\"ops\"},\"checkId\":{\"ref\":\"home\"},\"activated\":true}"),
      resource(
          "private-location-check-assignment",
          "private-location-check-assignment#home#cellar",
          "{\"privateLocationId\":{\"ref\":\"cellar\"},\"checkId\":{\"ref\":\"home\"}}"),
      check(
          "home",
          """
          "groupId":{"ref":"web"},"frequency":5,"retryStrategy":{"type":"FIXED","onlyOn":"NETWORK_ERROR"},
          "triggerIncident":{"severity":"MAJOR","name":"Down","description":"d","notifySubscribers":true,
          "serviceId":{"ref":"web"}}"""),
      check("old", "\"groupId\":{\"ref\":\"check-group-" + group + "\"}"),
      "{\"logicalId\":\"check-group-%s\",\"type\":\"check-group\",\"member\":false,\"physicalId\":%s,\"payload\":null}"
          .formatted(group, group),
      resource(
          "check-group",
          "web",
          """
          {"name":"Web","v":2,"environmentVariables":[{"key":"TOKEN","value":"hush!","secret":true}]}"""),
      resource(
          "status-page",
          "main",
          "{\"name\":\"Main\",\"url\":\"p-%s\",\"cards\":[{\"name\":\"All\",\"services\":[{\"ref\":\"web\"}]}]}"
              .formatted(stage.acme.account())),
      resource("status-page-service", "web", "{\"name\":\"Web\"}"),
      resource(
          "alert-channel",
          "ops",
          """
          {"type":"WEBHOOK","config":{"name":"h","url":"https://example.com/hook","webhookSecret":"hush!"}}"""),
      resource("private-location", "cellar", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}"),
      resource(
          "maintenance-window",
          "backup",
          """
          {"name":"Backup","startsAt":"2026-03-01T01:00:00.000Z","endsAt":"2026-03-01T03:00:00.000Z",
           "repeatUnit":"DAY","repeatInterval":1,"tags":["db"]}"""),
      resource(
          "objective",
          "pages",
          """
          {"name":"Pages","groupId":{"ref":"web"},"target":99.9,
           "alertChannelSubscriptions":[{"alertChannelId":{"ref":"ops"},"activated":true}]}"""),
      resource("dashboard", "wall", "{\"header\":\"Wall\"}")
    };
  }

  @Test
  void makesOneOfEachTypeInAnyOrder() {
    ApiReply reply = stage.deploy(everything()).hasStatus(202).matchesContract("deployProject");
    assertThat(reply.at("/status").asText()).isEqualTo("SUCCEEDED");
    assertThat(ProjectFixture.changes(reply.at("/result/diff")))
        .containsExactlyInAnyOrder(
            "CREATE private-location cellar",
            "CREATE status-page-service web",
            "CREATE alert-channel ops",
            "CREATE check-group web",
            "CREATE check home",
            "CREATE check old",
            "CREATE status-page main",
            "CREATE maintenance-window backup",
            "CREATE objective pages",
            "CREATE dashboard wall");
    ApiReply home = stage.client.get("/v1/checks/" + stage.id("check", "home"));
    assertThat(home.at("/groupId").asText()).isEqualTo(stage.id("check-group", "web"));
    assertThat(home.at("/triggerIncident/serviceId").asText())
        .isEqualTo(stage.id("status-page-service", "web"));
    assertThat(home.at("/privateLocations/0").asText()).isEqualTo("cellar");
    assertThat(home.at("/retryStrategy/onlyOn/0").asText()).isEqualTo("NETWORK_ERROR");
    assertThat(home.at("/alertChannelSubscriptions/0/alertChannelId").asText())
        .isEqualTo(stage.id("alert-channel", "ops"));
    ApiReply page = stage.client.get("/v1/status-pages/" + stage.id("status-page", "main"));
    assertThat(page.at("/cards/0/services/0/id").asText())
        .isEqualTo(stage.id("status-page-service", "web"));
  }

  @Test
  void aSecondTimeChangesAndWritesNothing() {
    String[] everything = everything();
    stage.deploy(everything).hasStatus(202);
    String home = stage.client.get("/v1/checks/" + stage.id("check", "home")).text();
    String group = stage.client.get("/v1/check-groups/" + stage.id("check-group", "web")).text();
    String project = stage.client.get("/v1/projects/shop").text();
    ApiReply again = stage.deploy(everything).hasStatus(202);
    assertThat(again.at("/result/diff").isEmpty()).as(again.text()).isTrue();
    assertThat(stage.client.get("/v1/checks/" + stage.id("check", "home")).text()).isEqualTo(home);
    assertThat(stage.client.get("/v1/check-groups/" + stage.id("check-group", "web")).text())
        .isEqualTo(group);
    assertThat(stage.client.get("/v1/projects/shop").text()).isEqualTo(project);
  }

  @Test
  void aDryRunSaysWhatWouldChangeAndDoesNothing() {
    stage.deploy(check("home", "\"frequency\":10")).hasStatus(202);
    ApiReply plan =
        stage
            .dryRun(check("home", "\"frequency\":5,\"tags\":[\"a\"]"), check("new", ""))
            .hasStatus(200)
            .matchesContract("deployProject");
    assertThat(ProjectFixture.changes(plan.at("/diff")))
        .containsExactly("UPDATE check home", "CREATE check new");
    assertThat(plan.at("/diff/0/changes").toString())
        .isEqualTo(
            "[{\"path\":\"/frequency\",\"from\":10,\"to\":5},"
                + "{\"path\":\"/tags\",\"from\":[],\"to\":[\"a\"]}]");
    assertThat(stage.client.get("/v1/checks").json()).hasSize(1);
    assertThat(stage.client.get("/v1/checks").at("/0/frequency").asInt()).isEqualTo(10);
  }

  @Test
  void whatIsNamedAnewIsMadeAnewAndWhatIsGoneIsDeleted() {
    stage.deploy(check("home", ""), check("shop", "")).hasStatus(202);
    String home = stage.id("check", "home");
    ApiReply reply = stage.deploy(check("house", "")).hasStatus(202);
    assertThat(ProjectFixture.changes(reply.at("/result/diff")))
        .containsExactlyInAnyOrder("CREATE check house", "DELETE check home", "DELETE check shop");
    stage.client.get("/v1/checks/" + home).isNotFound();
    assertThat(stage.client.get("/v1/checks").json()).hasSize(1);
  }

  @Test
  void whatIsGoneMayStay() {
    stage.deploy(check("home", "")).hasStatus(202);
    String home = stage.id("check", "home");
    ApiReply reply =
        stage
            .client
            .post(ProjectFixture.DEPLOY + "?preserveResources=true", project())
            .hasStatus(202);
    assertThat(ProjectFixture.changes(reply.at("/result/diff")))
        .containsExactly("DETACHED check home");
    stage.client.get("/v1/checks/" + home).hasStatus(200);
    assertThat(stage.client.get("/v1/projects/shop").at("/resources").isEmpty()).isTrue();
  }

  @Test
  void aPageMayTakeThePlaceOfAnother() {
    String page =
        "{\"name\":\"Main\",\"url\":\"q-%s\",\"cards\":[]}".formatted(stage.acme.account());
    stage.deploy(resource("status-page", "one", page)).hasStatus(202);
    stage.deploy(resource("status-page", "two", page)).hasStatus(202);
    assertThat(stage.client.get("/v1/status-pages").at("/entries")).hasSize(1);
  }

  @Test
  void aNewPageMayTakeTheAddressAnOldOneGivesUp() {
    String page = "{\"name\":\"Main\",\"url\":\"%s-" + stage.acme.account() + "\",\"cards\":[]}";
    stage.deploy(resource("status-page", "one", page.formatted("a"))).hasStatus(202);
    stage
        .deploy(
            resource("status-page", "new", page.formatted("a")),
            resource("status-page", "one", page.formatted("b")))
        .hasStatus(202);
    assertThat(stage.client.get("/v1/status-pages").at("/entries")).hasSize(2);
  }

  @Test
  void whatSomebodyDeletedByHandIsMadeAgainAndWhatHeChangedIsChangedBack() {
    stage.deploy(check("home", "\"frequency\":5"), check("shop", "")).hasStatus(202);
    stage.client.delete("/v1/checks/" + stage.id("check", "shop")).hasStatus(204);
    stage
        .client
        .put("/v1/checks/url/" + stage.id("check", "home"), "{\"frequency\":30}")
        .hasStatus(200);
    ApiReply reply = stage.deploy(check("home", "\"frequency\":5"), check("shop", ""));
    assertThat(ProjectFixture.changes(reply.hasStatus(202).at("/result/diff")))
        .containsExactly("UPDATE check home", "CREATE check shop");
    stage.client.get("/v1/checks/" + stage.id("check", "shop")).hasStatus(200);
  }

  @Test
  void theSameLogicalIdsInAnotherAccountAreOtherThings() {
    ProjectFixture other = new ProjectFixture();
    stage.deploy(check("home", "")).hasStatus(202);
    other.deploy(check("home", "")).hasStatus(202);
    assertThat(other.id("check", "home")).isNotEqualTo(stage.id("check", "home"));
    other.deploy().hasStatus(202);
    stage.client.get("/v1/checks/" + stage.id("check", "home")).hasStatus(200);
    ApiReply foreign =
        other.deploy(
            check(
                "home",
                "\"groupId\":" + stage.client.post("/v2/check-groups", "{\"name\":\"g\"}").id()));
    foreign.isInvalid("/resources/0/payload/groupId");
  }

  @Test
  void bodiesMayBeCompressedAndLargerThanOthers() {
    List<String> checks = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      checks.add(check("c" + i, "\"description\":\"" + "x".repeat(400) + "\""));
    }
    String body =
        project(checks.toArray(String[]::new))
            .replace("\"member\"", " ".repeat(6_000) + "\"member\"");
    assertThat(body.length()).isGreaterThan(1_048_576);
    stage
        .client
        .with("Content-Encoding", "gzip")
        .send("POST", ProjectFixture.DEPLOY, ProjectFixture.gzip(body))
        .hasStatus(202);
    assertThat(stage.client.get("/v1/projects/shop").at("/resourceCount").asInt()).isEqualTo(200);
  }

  @Test
  void noSecretIsInAnyAnswer() {
    String[] everything = everything();
    String plan = stage.dryRun(everything).hasStatus(200).text();
    String done = stage.deploy(everything).hasStatus(202).text();
    everything[8] = everything[8].replace("hush!", "husher!");
    String changed = stage.dryRun(everything).hasStatus(200).text();
    assertThat(plan + done + changed).doesNotContain("hush");
    assertThat(changed).contains("webhookSecret");
    JsonNode deployments = stage.client.get("/v1/projects/shop/deployments").json();
    assertThat(deployments).hasSize(3);
    assertThat(deployments.toString()).doesNotContain("hush");
  }
}
