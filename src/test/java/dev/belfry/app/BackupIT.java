package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.engine.run.Ledger;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.PostgresTools;
import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The backups of src/docs/security.md are really made, of a service at work, and really brought
 * back: keys, sealed secrets, monitors, results, and a schedule that goes on.
 */
class BackupIT {
  private static final Map<String, String> PROBING =
      Map.of("BELFRY_LOCATIONS", "all", "BELFRY_ALLOW_PRIVATE_TARGETS", "true");

  /** Signed with the channel's secret, so that only who can unseal it can have sent it. */
  private record Message(String kind, String signature) {}

  private final List<Message> messages = new CopyOnWriteArrayList<>();
  private HttpServer outside;

  @TempDir private Path directory = Path.of("");

  @BeforeEach
  void open() throws IOException {
    outside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 20);
    outside.createContext("/down", exchange -> answer(exchange, 500));
    outside.createContext("/hook", this::receive);
    outside.start();
  }

  @AfterEach
  void close() {
    outside.stop(0);
  }

  private void receive(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String kind = body.contains("\"TEST\"") ? "TEST" : "ALERT";
    messages.add(
        new Message(
            kind, String.valueOf(exchange.getRequestHeaders().getFirst("webhook-signature"))));
    answer(exchange, 200);
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private String at(String path) {
    return "http://127.0.0.1:" + outside.getAddress().getPort() + path;
  }

  @Test
  void aDumpOfAServiceAtWorkIsRestoredIntoANewDatabaseAndGoesOn() throws Exception {
    try (PostgresTools tools = PostgresTools.find(directory)) {
      DatabaseAddress source = tools.create("belfry_backup_source");
      DatabaseAddress target = tools.create("belfry_backup_target");
      try {
        new Migrations().migrate(source);
        String channel;
        String monitor;
        Tenant acme;
        JsonNode described;
        try (TestApp before = TestApp.startOn(source, PROBING)) {
          acme = before.newTenant();
          ApiClient client = before.as(acme);
          channel = client.post("/v1/alert-channels", webhook()).hasStatus(201).id();
          monitor = client.post("/v1/checks/url", failing()).hasStatus(201).id();
          await(() -> messages.size() == 1 && results(source) > 0);
          described = client.get("/v1/checks/" + monitor).hasStatus(200).json();
          tools.restore(tools.dump(source), target);
        }
        long dumped = results(target);
        assertThat(dumped).isPositive();
        try (TestApp after = TestApp.startOn(target, PROBING)) {
          ApiClient client = after.as(acme);
          assertThat(client.get("/v1/checks/" + monitor).hasStatus(200).json())
              .isEqualTo(described);
          after.as(acme).withKey(acme.readKey()).get("/v1/checks").hasStatus(200);
          await(() -> results(target) > dumped);
          client.post("/v1/alert-channels/" + channel + "/test", "{}");
          await(() -> messages.size() == 2);
        }
        // The monitor still fails, and people were told of that before the dump.
        assertThat(messages).extracting(Message::kind).containsExactly("ALERT", "TEST");
        assertThat(messages).allMatch(message -> message.signature().startsWith("v1,"));
        assertThat(difference(target)).isZero();
      } finally {
        tools.drop(source);
        tools.drop(target);
      }
    }
  }

  private String webhook() {
    return """
        {"type":"WEBHOOK","sendRecovery":true,
         "config":{"name":"n","url":"%s","webhookSecret":"a-long-random-secret"}}"""
        .formatted(at("/hook"));
  }

  private String failing() {
    return """
        {"name":"Down","frequency":0,"frequencyOffset":10,"locations":["eu-west-1"],
         "retryStrategy":null,"request":{"url":"%s"}}"""
        .formatted(at("/down"));
  }

  private static long results(DatabaseAddress address) {
    return count(address, "SELECT count(*) FROM results");
  }

  private static long count(DatabaseAddress address, String sql) {
    try (TestDatabase database = TestDatabase.at(address);
        Connection connection = database.jdbc();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  /** Runs that are unaccounted for, what was due while the service was away included. */
  private static long difference(DatabaseAddress address) throws SQLException {
    try (TestDatabase database = TestDatabase.at(address);
        Connection connection = database.jdbc()) {
      var report = new Ledger(connection).count(null, null, null);
      assertThat(report.scheduled()).isPositive();
      assertThat(report.extra()).isZero();
      return report.difference();
    }
  }

  @Test
  void aCopyOfTheEmbeddedServersFilesIsTheSameService() throws Exception {
    Path original = directory.resolve("data");
    Path copy = directory.resolve("copy");
    Tenant acme;
    String monitor;
    try (EmbeddedServer server = EmbeddedServer.start(original, false)) {
      new Migrations().migrate(server.address());
      try (TestApp app = TestApp.startOn(server.address(), Map.of())) {
        acme = app.newTenant();
        monitor = app.as(acme).post("/v1/checks/url", failing()).hasStatus(201).id();
      }
    }
    copy(original, copy);
    try (EmbeddedServer server = EmbeddedServer.start(copy, false);
        TestApp app = TestApp.startOn(server.address(), Map.of())) {
      app.as(acme).get("/v1/checks/" + monitor).hasStatus(200);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(from)) {
      files = walk.toList();
    }
    for (Path file : files) {
      Files.copy(
          file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      LockSupport.parkNanos(50_000_000);
    }
  }
}
