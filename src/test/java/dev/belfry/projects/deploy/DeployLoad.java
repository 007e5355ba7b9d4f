package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * How long deploys of a project take: its plan, its first and second apply, one changed monitor
 * among all, and until the target of the changed one is asked. Arguments: resources (1000), rounds
 * (5), and {@code mixed} for checks of all types in turn instead of URL monitors alone. Prints
 * medians and worst; exit code 1 when one of the goals is missed.
 */
public final class DeployLoad {
  private static final long NANOS = 1_000_000_000L;

  /**
   * The members of a check that depend on its type; the first type is that of the changed one. A
   * handshake with its target would never end, and let the others wait for their turn there.
   */
  private static final List<String> TYPES =
      List.of(
          """
          "checkType":"URL","request":{"url":"%1$s","method":"GET","assertions":[
           {"source":"STATUS_CODE","comparison":"LESS_THAN","target":"400"}]}""",
          """
          "checkType":"API","request":{"url":"%1$s","method":"GET","assertions":[
           {"source":"JSON_BODY","property":"$.status","comparison":"EQUALS","target":"up"}],
           "headers":[{"key":"Accept","value":"application/json","locked":false}]}""",
          """
          "checkType":"TCP","request":{"hostname":"127.0.0.1","port":%2$d}""",
          """
          "checkType":"DNS","request":{"query":"shop.example","recordType":"A","assertions":[
           {"source":"RESPONSE_CODE","comparison":"EQUALS","target":"NOERROR"}]}""",
          """
          "checkType":"SSL","request":{"sslConfig":{"hostname":"127.0.0.2","port":%2$d}}""",
          """
          "checkType":"HEARTBEAT","heartbeat":{"period":1,"periodUnit":"hours","grace":5,
           "graceUnit":"minutes"}""");

  private final ApiClient client;
  private final String target;
  private final int resources;
  private final int types;
  private final Set<String> asked;
  private final Map<String, List<Double>> seconds = new LinkedHashMap<>();
  private boolean fine = true;

  private DeployLoad(ApiClient client, String target, int resources, int types, Set<String> asked) {
    this.client = client;
    this.target = target;
    this.resources = resources;
    this.types = types;
    this.asked = asked;
  }

  public static void main(String[] arguments) throws IOException {
    int resources = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    boolean mixed = arguments.length > 2 && arguments[2].equals("mixed");
    Set<String> asked = ConcurrentHashMap.newKeySet();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    String target = "http://127.0.0.1:" + server.getAddress().getPort();
    boolean fine;
    try (TestApp app =
        TestApp.start(
            Map.of(
                "BELFRY_LOCATIONS", "eu-west-1",
                "BELFRY_ALLOW_PRIVATE_TARGETS", "true",
                "BELFRY_DATABASE_TIMEOUT", "900ms"))) {
      fine = true;
      DeployLoad load =
          new DeployLoad(
              app.as(app.newTenant()), target, resources, mixed ? TYPES.size() : 1, asked);
      for (int round = 0; round <= rounds; round++) {
        load.round(round);
        if (round == 0) {
          load.seconds.clear(); // The first one warms up.
        }
      }
      fine = load.report();
    }
    server.stop(0);
    System.exit(fine ? 0 : 1);
  }

  private void round(int round) {
    String project = project(round, "first");
    time(
        "plan of %d new resources".formatted(resources),
        "/v1/projects/deploy?dryRun=true",
        project,
        2);
    JsonNode made =
        time("apply of %d new resources".formatted(resources), "/v1/projects/deploy", project, 5)
            .at("/result/diff");
    fine &= made.size() > 0;
    JsonNode nothing = time("second apply", "/v1/projects/deploy", project, 5).at("/result/diff");
    fine &= nothing.isEmpty();
    String path = "/changed-" + round;
    long begun = System.nanoTime();
    time(
        "one changed monitor",
        "/v1/projects/deploy?scheduleOnDeploy=true",
        project(round, path.substring(1)),
        0.3);
    while (!asked.contains(path) && System.nanoTime() - begun < 10 * NANOS) {
      LockSupport.parkNanos(NANOS / 1_000);
    }
    note("until its new target is asked", begun, 1);
    long destroying = System.nanoTime();
    client.delete("/v1/projects/p" + round).hasStatus(202);
    note("destroy", destroying, 5);
  }

  private ApiReply time(String what, String path, String body, double most) {
    long begun = System.nanoTime();
    ApiReply reply = client.post(path, body);
    note(what, begun, most);
    if (reply.status() >= 300) {
      throw new AssertionError(reply.text());
    }
    return reply;
  }

  private void note(String what, long begun, double most) {
    double took = (double) (System.nanoTime() - begun) / NANOS;
    seconds
        .computeIfAbsent(what + " (goal %.1f s)".formatted(most), first -> new ArrayList<>())
        .add(took);
  }

  private boolean report() {
    seconds.forEach(
        (what, all) -> {
          Collections.sort(all);
          double goal = Double.parseDouble(what.replaceAll(".*goal ([0-9.]+) s.*", "$1"));
          double median = all.get(all.size() / 2);
          fine &= median <= goal;
          System.out.printf(
              "%-45s median %.3f s, worst %.3f s%n", what, median, all.get(all.size() - 1));
        });
    return fine;
  }

  /**
   * Of a hundred resources 66 checks, 8 groups, 2 channels, 20 subscriptions, 2 services, 2 pages.
   */
  private String project(int round, String changed) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < resources; i++) {
      int kind = i % 100;
      int hundred = i / 100;
      String id = hundred + "-" + kind;
      if (kind < 66) {
        String path = i == 0 ? changed : "c" + i;
        all.add(
            ProjectFixture.resource(
                "check",
                id,
                """
                {"name":"Check %s","activated":true,"muted":false,"tags":["load"],%s,
                 "locations":["eu-west-1"],"frequency":60,"groupId":{"ref":"%d-%d"},
                 "degradedResponseTime":3000,"maxResponseTime":5000,"runParallel":true}"""
                    .formatted(
                        id,
                        TYPES
                            .get(i % types)
                            .formatted(target + "/" + path, URI.create(target).getPort()),
                        hundred,
                        66 + kind % 8)));
      } else if (kind < 74) {
        all.add(
            ProjectFixture.resource(
                "check-group",
                id,
                """
                {"name":"Group %s","v":2,"environmentVariables":[
                 {"key":"TOKEN","value":"abc","secret":true}]}"""
                    .formatted(id)));
      } else if (kind < 76) {
        all.add(
            ProjectFixture.resource(
                "alert-channel",
                id,
                "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\"}}"));
      } else if (kind < 96) {
        all.add(
            ProjectFixture.resource(
                "alert-channel-subscription",
                "check-alert-channel-subscription#" + id,
                """
                {"alertChannelId":{"ref":"%d-74"},"checkId":{"ref":"%d-%d"},"activated":true}"""
                    .formatted(hundred, hundred, kind - 76)));
      } else if (kind < 98) {
        all.add(
            ProjectFixture.resource(
                "status-page-service", id, "{\"name\":\"Service " + id + "\"}"));
      } else {
        all.add(
            ProjectFixture.resource(
                "status-page",
                id,
                """
                {"name":"Page %s","url":"load-%d-%s","cards":[{"name":"All","services":[
                 {"ref":"%d-96"},{"ref":"%d-97"}]}]}"""
                    .formatted(id, round, id, hundred, hundred)));
      }
    }
    return """
        {"project":{"logicalId":"p%d","name":"Load"},"resources":[%s]}"""
        .formatted(round, String.join(",", all));
  }
}
