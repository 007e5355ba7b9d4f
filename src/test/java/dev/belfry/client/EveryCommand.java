package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What both generations of the command line do alike (wire contract 3.2): what each command prints,
 * how it ends, and what is there afterwards.
 */
interface EveryCommand {
  /** An account of the test's own. */
  ClientFixture stage();

  @AfterEach
  default void close() {
    stage().close();
  }

  /** A monitor of this service. */
  default String monitor(String more) {
    return stage()
        .make(
            "/v1/checks/url",
            """
            {"name":"Front door","tags":["shop","public"],"frequency":1440,
             "locations":["eu-west-1"],"request":{"url":"http://127.0.0.1:%d/openapi.json"}%s}"""
                .formatted(stage().app.port(), more));
  }

  @Test
  default void whoamiNamesAccountAndKey() {
    stage()
        .run("whoami")
        .well()
        .says("on account \"Acme\" (" + stage().acme.account() + ") as test", "Plan: Self-hosted");
    stage().set("CHECKLY_API_KEY", "nonsense");
    stage().run("whoami").with(1).says("Authentication failed");
  }

  @Test
  default void theAccountTellsItsPlanItsMembersAndItsRuntimes() {
    stage()
        .run("account", "plan")
        .well()
        .says("Plan: Self-hosted", "22 of 22 available", "LOCATIONS_PER_CHECK");
    stage().run("account", "plan", "--disabled").well().says("BROWSER_CHECKS");
    stage().run("members").well().says("No account members found.");
    assertThat(stage().run("runtimes").well().json()).hasSize(7);
  }

  @Test
  default void switchKnowsTheAccountOfTheKeyOnly() {
    String account = stage().acme.account().toString();
    stage().run("switch", "--account-id", account).well().says("Account switched to " + account);
    String other = stage().app.newTenant().account().toString();
    stage().run("switch", "--account-id", other).with(1).says("Failed to find an account");
  }

  @Test
  default void apiReachesEveryRoute() {
    assertThat(stage().run("api", "/v1/locations").well().json()).hasSize(22);
    stage()
        .run("api", "/v1/variables", "-X", "POST", "-F", "key=FISH", "-F", "value=sole")
        .well()
        .says("\"key\":\"FISH\"");
    stage().api.get("/v1/variables/FISH").hasStatus(200);
    stage().run("api", "/v1/variables/FISH", "-X", "DELETE").well();
    stage().api.get("/v1/variables/FISH").isNotFound();
    stage().run("api", "/v1/nonsense").with(1).says("\"statusCode\":404");
  }

  @Test
  default void checksAreListedAndRead() {
    String check = monitor("");
    stage().run("checks", "list").well().says("Front door", check, "1-1 of 1 checks");
    stage()
        .run("checks", "list", "--tag", "shop", "--search", "front", "--type", "URL")
        .well()
        .says(check);
    stage().run("checks", "list", "--tag", "cellar").well().saysNothingOf(check);
    results(check, 1);
    stage()
        .run("checks", "get", check)
        .well()
        .says("Front door", "Every 24h", "eu-west-1", "passing", "100.00%");
    stage().run("checks", "stats", check).well().says("Front door");
    assertThat(stage().run("checks", "get", check, "-o", "json").well().json().at("/check/id"))
        .hasToString("\"" + check + "\"");
  }

  @Test
  default void checksAreDeletedOnceThatIsConfirmed() {
    String check = monitor("");
    stage().run("checks", "delete", check).with(2).says("confirmation_required");
    stage().api.get("/v1/checks/" + check).hasStatus(200);
    stage().run("checks", "delete", check, "--force").well().says("\"Front door\" deleted");
    stage().api.get("/v1/checks/" + check).isNotFound();
    stage().run("checks", "get", check).with(1).says("Not Found");
  }

  /** The results of a check as soon as there are so many. */
  private ApiReply results(String check, int count) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    ApiReply results = stage().api.get("/v2/check-results/" + check);
    while (results.at("/length").asInt() < count && System.nanoTime() < deadline) {
      results = stage().api.get("/v2/check-results/" + check);
      Polling.pause();
    }
    return results;
  }

  @Test
  default void triggerRunsChecksAndDoesNotWait() {
    String check = monitor("");
    stage()
        .run("trigger", "--detach", "--check-id", check)
        .well()
        .says("Running 1 checks", "Front door", "Test session ID");
    stage().run("trigger", "--detach", "--tags", "shop,public", "--tags", "cellar").well();
    stage()
        .run("trigger", "--detach", "--tags", "cellar")
        .with(1)
        .says("No matching checks were found");
    ApiReply sessions = stage().api.get("/v1/test-sessions");
    assertThat(sessions.at("/length").asInt()).isEqualTo(2);
    String session = sessions.at("/entries/0/id").asText();
    assertThat(
            stage().api.get("/v1/test-sessions/" + session + "/completion").at("/status").asText())
        .isEqualTo("PASSED");
  }

  @Test
  default void statusPagesAreListedAndRead() {
    stage().run("status-pages", "list").well().says("No status pages found.");
    String page = page("Harbour");
    stage().run("status-pages", "list").well().says("Harbour", "Tickets", page);
    stage().run("status-pages", "get", page).well().says("Harbour", "Cards: 1", "Tickets");
    String unknown = UUID.randomUUID().toString();
    stage().run("status-pages", "get", unknown).with(1).says("Not Found");
  }

  /** A status page with one service. */
  default String page(String name) {
    String service = stage().make("/v1/status-pages/services", "{\"name\":\"Tickets\"}");
    return stage()
        .make(
            "/v1/status-pages",
            """
            {"name":"%s","url":"p%s","cards":[{"name":"All","services":[{"id":"%s"}]}]}"""
                .formatted(name, service, service));
  }

  @Test
  default void incidentsAreOpenedUpdatedAndResolved() {
    String page = page("Harbour");
    stage()
        .run(
            "incidents",
            "create",
            "--status-page-id=" + page,
            "--title=No tickets",
            "--severity=major",
            "--message=We look",
            "--force")
        .well()
        .says("No tickets", "Severity: major", "Status: investigating", "Tickets");
    String incident = stage().api.get("/v1/status-pages/incidents").at("/entries/0/id").asText();
    stage().run("incidents", "list", "--status-page-id", page).well().says(incident, "1 incident");
    stage()
        .run(
            "incidents",
            "update",
            incident,
            "--message=Found it",
            "--status=identified",
            "--severity=critical",
            "--force")
        .well()
        .says("Incident Update Posted", "Status: identified");
    ApiReply open = stage().api.get("/v1/status-pages/incidents/" + incident);
    assertThat(open.at("/severity").asText()).isEqualTo("CRITICAL");
    assertThat(open.at("/lastUpdateStatus").asText()).isEqualTo("IDENTIFIED");
    stage()
        .run("incidents", "resolve", incident, "--message=Fixed", "--force")
        .well()
        .says("Incident Resolved");
    stage().run("incidents", "list", "--status", "resolved").well().says(incident, "critical");
    ApiReply over = stage().api.get("/v1/status-pages/incidents/" + incident);
    assertThat(over.at("/lastUpdateStatus").asText()).isEqualTo("RESOLVED");
    assertThat(over.at("/incidentUpdates")).hasSize(3);
  }

  @Test
  default void variablesAreAddedChangedPulledAndRemoved() {
    stage().run("env", "ls").well().says("No environment variables found.");
    stage().run("env", "add", "FISH", "sole").well().says("\"FISH\" added");
    stage().run("env", "add", "FISH", "sole").with(1).says("\"FISH\" already exists");
    stage().run("env", "add", "PEARL", "white", "--secret").well().says("\"PEARL\" added");
    stage().run("env", "update", "FISH", "turbot").well().says("\"FISH\" updated");
    stage().run("env", "ls").well().says("FISH=turbot").saysNothingOf("white");
    stage().run("env", "pull", "--force").well();
    assertThat(stage().file(".env")).contains("FISH=turbot").doesNotContain("white");
    stage().run("env", "rm", "FISH", "--force").well().says("\"FISH\" deleted");
    stage().run("env", "rm", "FISH", "--force").with(1).says("\"FISH\" does not exist");
    stage().api.get("/v1/variables/FISH").isNotFound();
    assertThat(stage().api.get("/v1/variables/PEARL").at("/secret").asBoolean()).isTrue();
  }

  @Test
  default void alertChannelsAreListedAndRead() {
    String mail =
        stage()
            .make(
                "/v1/alert-channels",
                "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@example.org\"}}");
    stage().run("alert-channels", "list").well().says("a@example.org", "1-1 of 1 alert channels");
    stage().run("alert-channels", "get", mail).well().says("email", "a@example.org");
    stage().run("alert-channels", "logs", mail).well().says("No alert channel logs found.");
    stage().run("alert-channels", "get", "4711").with(1).says("Not Found");
  }

  @Test
  default void validateFindsTheProjectInOrder() {
    stage().run("validate").well().says("Your project is valid.");
  }

  @Test
  default void checksRunNowAndTellHowItWent() {
    String check = monitor("");
    stage().run("checks", "run", "--check-id", check).well().says("passed", "Front door", check);
    stage()
        .run("checks", "run", "--tags", "shop", "--detach")
        .well()
        .says("1 check session started");
    stage().run("checks", "run", "--tags", "cellar").with(1);
    String down =
        stage()
            .make(
                "/v1/checks/url",
                """
                {"name":"Back door","frequency":1440,"locations":["eu-west-1"],
                 "request":{"url":"http://127.0.0.1:9/"}}""");
    stage().run("checks", "run", "--check-id", down).with(1).says("failed", "Back door");
  }

  @Test
  default void triggerWaitsForTheOutcome() {
    monitor("");
    stage()
        .run("trigger", "--tags", "shop", "--location", "eu-west-1")
        .well()
        .says("Running 1 checks in eu-west-1", "✔ Front door", "1 passed, 1 total");
    stage()
        .make(
            "/v1/checks/url",
            """
            {"name":"Back door","tags":["back"],"frequency":1440,"locations":["eu-west-1"],
             "request":{"url":"http://127.0.0.1:%d/v1/nothing"}}"""
                .formatted(stage().app.port()));
    stage()
        .run("trigger", "--tags", "back", "--location", "eu-west-1")
        .with(1)
        .says("✖ Back door", "Status Code: 404", "1 failed, 1 total");
  }
}
