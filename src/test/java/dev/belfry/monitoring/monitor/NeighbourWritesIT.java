package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one account does to a row never fails a write of another. */
class NeighbourWritesIT {
  private static final String MONITORS = "/v1/checks/url";
  private static final String INCIDENTS = "/v1/status-pages/incidents";
  private static final int WRITES = 20;

  private final TestApp app = TestApp.shared();
  private final Tenant unluckyOne = app.newTenant();
  private final ApiClient unlucky = app.as(unluckyOne);
  private final Tenant neighbour = app.newTenant();
  private final ApiClient client = app.as(neighbour);

  private static String monitor(String name) {
    return "{\"name\":\"" + name + "\",\"request\":{\"url\":\"http://127.0.0.1:1\"}}";
  }

  private static String service(ApiClient client) {
    return client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").hasStatus(201).id();
  }

  private static String incident(String name, String service) {
    return """
        {"name":"%s","severity":"MINOR","services":[{"id":"%s"}],
         "incidentUpdates":[{"description":"It is down","status":"IDENTIFIED"}]}"""
        .formatted(name, service);
  }

  private static CompletableFuture<List<Integer>> all(IntFunction<Integer> write) {
    List<CompletableFuture<Integer>> sent =
        IntStream.range(0, WRITES)
            .mapToObj(number -> CompletableFuture.supplyAsync(() -> write.apply(number)))
            .toList();
    return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
        .thenApply(done -> sent.stream().map(CompletableFuture::join).toList());
  }

  private static List<String> made(ApiClient client, String path, IntFunction<String> body) {
    List<String> ids = new ArrayList<>();
    for (int number = 0; number < WRITES; number++) {
      ids.add(client.post(path, body.apply(number)).hasStatus(201).id());
    }
    return ids;
  }

  @Test
  void aLockedMonitorDelaysNoOther() throws SQLException {
    String locked = unlucky.post(MONITORS, monitor("locked")).hasStatus(201).id();
    List<String> others = made(client, MONITORS, number -> monitor("m" + number));
    try (Connection holder = app.database().jdbc();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("SELECT FROM checks WHERE id = '" + locked + "' FOR UPDATE");
      CompletableFuture<List<Integer>> stuck =
          all(number -> unlucky.put(MONITORS + "/" + locked, monitor("n" + number)).status());

      for (int round = 0; round < 5; round++) {
        String name = "r" + round;
        assertThat(
                all(number ->
                        client.put(MONITORS + "/" + others.get(number), monitor(name)).status())
                    .join())
            .containsOnly(200);
        assertThat(all(number -> client.post(MONITORS, monitor(name)).status()).join())
            .containsOnly(201);
      }
      holder.rollback();
      assertThat(stuck.join()).isSubsetOf(200, 503);
    }
    assertThat(unlucky.put(MONITORS + "/" + locked, monitor("free")).status()).isEqualTo(200);
  }

  @Test
  void transactionsThatWaitForALockLeaveConnectionsToOthers() throws SQLException {
    String locked = unlucky.post(MONITORS, monitor("locked")).hasStatus(201).id();
    try (Connection holder = app.database().jdbc();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("SELECT FROM checks WHERE id = '" + locked + "' FOR UPDATE");
      CompletableFuture<List<Integer>> stuck =
          all(number -> unlucky.put(MONITORS + "/" + locked, monitor("n" + number)).status());

      for (int round = 0; round < 5; round++) {
        assertThat(all(number -> client.get("/v1/checks?limit=10").status()).join())
            .containsOnly(200);
      }
      holder.rollback();
      assertThat(stuck.join()).isSubsetOf(200, 503);
    }
  }

  @Test
  void aLockedIncidentDelaysNoOther() throws SQLException {
    String locked =
        unlucky.post(INCIDENTS, incident("locked", service(unlucky))).hasStatus(201).id();
    String web = service(client);
    List<String> others = made(client, INCIDENTS, number -> incident("i" + number, web));
    try (Connection holder = app.database().jdbc();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("SELECT FROM incidents WHERE id = '" + locked + "' FOR UPDATE");
      CompletableFuture<List<Integer>> stuck =
          all(
              number ->
                  unlucky
                      .patch(INCIDENTS + "/" + locked, "{\"name\":\"n" + number + "\"}")
                      .status());

      assertThat(
              all(number ->
                      client
                          .patch(INCIDENTS + "/" + others.get(number), "{\"name\":\"other\"}")
                          .status())
                  .join())
          .containsOnly(200);
      assertThat(all(number -> client.post(INCIDENTS, incident("j" + number, web)).status()).join())
          .containsOnly(201);
      holder.rollback();
      assertThat(stuck.join()).isSubsetOf(200, 503);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLockedRowDelaysNoOther(Written kind) throws SQLException {
    String locked = kind.made(unlucky, "locked");
    List<String> others = new ArrayList<>();
    for (int number = 0; number < WRITES; number++) {
      others.add(kind.made(client, "o" + number));
    }
    try (Connection holder = app.database().jdbc();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute(
          "SELECT FROM %s WHERE account_id = '%s' AND %s FOR UPDATE"
              .formatted(kind.table, unluckyOne.account(), kind.condition(locked)));
      CompletableFuture<List<Integer>> stuck =
          all(number -> kind.put(unlucky, locked, "n" + number).status());

      assertThat(all(number -> kind.put(client, others.get(number), "new").status()).join())
          .containsOnly(200);
      assertThat(all(number -> kind.post(client, "p" + number).status()).join()).containsOnly(201);
      assertThat(all(number -> kind.delete(client, others.get(number)).status()).join())
          .containsOnly(204);
      holder.rollback();
      assertThat(stuck.join()).isSubsetOf(200, 503);
    }
    assertThat(kind.put(unlucky, locked, "free").status()).isEqualTo(200);
    assertThat(kind.delete(unlucky, locked).status()).isEqualTo(204);
  }

  @Test
  void aRefusedCreationFailsAlone() {
    String nowhere =
        """
        {"name":"x","request":{"url":"http://127.0.0.1:1"},"triggerIncident":{"name":"x",
         "description":"x","severity":"MINOR","notifySubscribers":false,
         "serviceId":"0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f"}}""";

    CompletableFuture<List<Integer>> refused =
        all(number -> unlucky.post(MONITORS, nowhere).status());
    CompletableFuture<List<Integer>> made =
        all(number -> client.post(MONITORS, monitor("m" + number)).status());

    assertThat(refused.join()).containsOnly(400);
    assertThat(made.join()).containsOnly(201);
  }
}
