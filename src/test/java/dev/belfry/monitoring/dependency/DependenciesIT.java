package dev.belfry.monitoring.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The member {@code dependsOn} of checks and groups. */
class DependenciesIT {
  private static final String REQUEST = "\"request\":{\"url\":\"https://example.com/\"}";
  private static final String NO_ID = "11111111-1111-4111-8111-111111111111";

  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());

  private ApiReply created(String more) {
    return client.post("/v1/checks/url", "{\"name\":\"Home\",%s%s}".formatted(REQUEST, more));
  }

  private String check(String more) {
    return created(more).hasStatus(201).matchesContract("createUrlMonitor").id();
  }

  private String group(String more) {
    return client
        .post("/v2/check-groups", "{\"name\":\"G %d\"%s}".formatted(System.nanoTime(), more))
        .hasStatus(201)
        .matchesContract("createCheckGroupV2")
        .id();
  }

  private static String on(String... ids) {
    return ",\"dependsOn\":["
        + String.join(
            ",",
            Stream.of(ids)
                .map(
                    id ->
                        id.contains("-")
                            ? "{\"checkId\":\"" + id + "\"}"
                            : "{\"groupId\":" + id + "}")
                .toList())
        + "]";
  }

  private ApiReply put(String check, String more) {
    return client.put("/v1/checks/url/" + check, "{\"name\":\"Home\"" + more + "}");
  }

  private ApiReply putGroup(String group, String more) {
    return client.put(
        "/v2/check-groups/" + group, "{\"name\":\"G %d\"%s}".formatted(System.nanoTime(), more));
  }

  private ApiReply read(String check) {
    return client.get("/v1/checks/" + check).hasStatus(200).matchesContract("readCheck");
  }

  private static void refused(ApiReply reply, String path) {
    reply.isInvalid(path);
  }

  @Test
  void aCheckNamesWhatItDependsOn() {
    String router = check("");
    String group = group("");
    ApiReply made = created(on(router, group)).hasStatus(201);
    assertThat(made.at("/dependsOn/0/groupId").asText()).isEqualTo(group);
    assertThat(made.at("/dependsOn/1/checkId").asText()).isEqualTo(router);

    assertThat(put(made.id(), "").hasStatus(200).at("/dependsOn")).as("absent keeps").hasSize(2);
    assertThat(put(made.id(), on(router)).hasStatus(200).at("/dependsOn")).hasSize(1);
    assertThat(client.get("/v1/checks").hasStatus(200).text()).contains("\"dependsOn\"");
    ApiReply none = put(made.id(), ",\"dependsOn\":[]").hasStatus(200);
    assertThat(none.matchesContract("updateUrlMonitor").text()).doesNotContain("dependsOn");
    put(made.id(), on(router)).hasStatus(200);
    assertThat(put(made.id(), ",\"dependsOn\":null").hasStatus(200).text())
        .doesNotContain("dependsOn");
  }

  @Test
  void everyTypeAndGroupsHaveIt() {
    String router = check("");
    for (String type : List.of("heartbeat", "tcp")) {
      String body =
          type.equals("tcp")
              ? "\"request\":{\"hostname\":\"example.com\",\"port\":80}"
              : "\"heartbeat\":{\"period\":1,\"periodUnit\":\"days\"}";
      ApiReply made =
          client
              .post("/v1/checks/" + type, "{\"name\":\"Home\",%s%s}".formatted(body, on(router)))
              .hasStatus(201);
      assertThat(made.at("/dependsOn/0/checkId").asText()).isEqualTo(router);
    }
    String group = group(on(router));
    String path = "/v1/check-groups/" + group;
    ApiReply read = client.get(path).hasStatus(200).matchesContract("readCheckGroup");
    assertThat(read.at("/dependsOn/0/checkId").asText()).isEqualTo(router);
    assertThat(putGroup(group, "").hasStatus(200).at("/dependsOn")).as("absent keeps").hasSize(1);
    assertThat(putGroup(group, ",\"dependsOn\":[]").hasStatus(200).text())
        .doesNotContain("dependsOn");
  }

  @Test
  void whatIsNotThereOrNotOneIsRefused() {
    String foreign =
        app.as(app.newTenant())
            .post("/v1/checks/url", "{\"name\":\"X\"," + REQUEST + "}")
            .hasStatus(201)
            .id();
    String own = check("");
    refused(created(on(own, foreign)), "/dependsOn/1/checkId");
    refused(created(on(NO_ID)), "/dependsOn/0/checkId");
    refused(created(on("99999999999")), "/dependsOn/0/groupId");
    refused(created(on(own, own)), "/dependsOn/1");
    refused(created(",\"dependsOn\":[{}]"), "/dependsOn/0/checkId");
    refused(
        created(",\"dependsOn\":[{\"checkId\":\"" + own + "\",\"groupId\":1}]"),
        "/dependsOn/0/groupId");
    refused(created(",\"dependsOn\":[{\"checkId\":\"x\"}]"), "/dependsOn/0/checkId");
    refused(put(own, on(foreign)), "/dependsOn/0/checkId");
    refused(putGroup(group(""), on(foreign)), "/dependsOn/0/checkId");
    assertThat(client.get("/v1/checks").hasStatus(200).text()).doesNotContain("dependsOn");
  }

  @Test
  void aDeletedParentTakesTheDependencyAlong() {
    String router = check("");
    String group = group("");
    String home = check(on(router, group));
    client.delete("/v1/checks/" + router).hasStatus(204);
    assertThat(read(home).at("/dependsOn")).hasSize(1);
    client.delete("/v1/check-groups/" + group).hasStatus(204);
    assertThat(read(home).text()).doesNotContain("dependsOn");
    client.delete("/v1/checks/" + home).hasStatus(204);
  }

  @Test
  void circlesAreRefused() {
    String one = check("");
    refused(put(one, on(one)), "/dependsOn");
    String two = check(on(one));
    String three = check(on(two));
    refused(put(one, on(three)), "/dependsOn");
    put(three, on(one, two)).hasStatus(200);
    put(two, ",\"dependsOn\":[]").hasStatus(200);
    put(one, on(two)).hasStatus(200);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void circlesThroughGroupsAreRefused(boolean joinsFirst) {
    String group = group("");
    String member = check(joinsFirst ? ",\"groupId\":" + group : "");
    String outside = check(on(group));
    if (joinsFirst) {
      refused(put(member, on(outside)), "/dependsOn");
      refused(put(member, on(group)), "/dependsOn");
      refused(putGroup(group, on(member)), "/dependsOn");
      refused(putGroup(group, on(group)), "/dependsOn");
      refused(putGroup(group, on(outside)), "/dependsOn");
      String sibling = check(",\"groupId\":" + group);
      put(member, on(sibling)).hasStatus(200);
    } else {
      put(member, on(outside)).hasStatus(200);
      refused(put(member, ",\"groupId\":" + group), "/groupId");
      refused(put(outside, ",\"groupId\":" + group), "/groupId");
      assertThat(read(member).at("/groupId").isNull()).isTrue();
    }
  }

  @Test
  void halvesOfACircleDoNotBothSucceed() {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int i = 0; i < 20; i++) {
        String one = check("");
        String two = check("");
        CompletableFuture<ApiReply> first =
            CompletableFuture.supplyAsync(() -> put(one, on(two)), threads);
        CompletableFuture<ApiReply> second =
            CompletableFuture.supplyAsync(() -> put(two, on(one)), threads);
        assertThat(List.of(first.join().status(), second.join().status()))
            .containsExactlyInAnyOrder(200, 400);
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void theAuditLogSaysWhatChanged() {
    String router = check("");
    String home = check("");
    put(home, on(router)).hasStatus(200);
    put(home, on(router)).hasStatus(200);
    put(home, ",\"dependsOn\":[]").hasStatus(200);
    String log =
        client.get("/v1/audit-log?resourceType=check&resourceId=" + home).hasStatus(200).text();
    assertThat(log.split("dependsOn", -1)).as(log).hasSize(3);
  }
}
