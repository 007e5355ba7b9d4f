package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.Main;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ServerSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service on its own Postgres, which dies: started again by itself, or the process ends. */
class EmbeddedServiceIT {
  private static final Map<String, String> PROBING =
      Map.of(
          "BELFRY_LOCATIONS", "eu-west-1",
          "BELFRY_ALLOW_PRIVATE_TARGETS", "true",
          "BELFRY_DATABASE_TIMEOUT", "900ms");

  private static final String NONE = "none";

  @TempDir private Path directory = Path.of("");

  @Test
  void goesOnAfterItsServerWasKilledAndTellsWhenItIsGoneForGood() throws IOException {
    CountDownLatch gone = new CountDownLatch(1);
    try (TestApp app = TestApp.startEmbedded(directory, PROBING, gone::countDown)) {
      ApiClient client = app.as(app.newTenant());
      client
          .post(
              "/v1/checks/url",
              """
              {"name":"Itself","frequency":0,"frequencyOffset":10,"locations":["eu-west-1"],
               "request":{"url":"http://127.0.0.1:%d/openapi.json"}}"""
                  .formatted(app.port()))
          .hasStatus(201);
      eventually("a run", () -> runs(app) > 0);
      long before = runs(app);
      String killed = postmaster();

      ServerSignal.sendToServer(directory, "KILL");

      eventually("another server", () -> !List.of(killed, NONE).contains(postmaster()));
      eventually("an answer", () -> client.get("/v1/checks").status() == 200);
      eventually("readiness", () -> app.management().get("/health/ready").status() == 200);
      app.management().get("/health/live").hasStatus(200);
      eventually("another run", () -> runs(app) > before);

      Path rules = directory.resolve("postgres/pg_hba.conf");
      Files.delete(rules);
      Files.createDirectory(rules);
      ServerSignal.sendToServer(directory, "KILL");

      eventually("the end", () -> gone.getCount() == 0);
      assertThat(
              app.management().get("/health/live").hasStatus(503).at("/checks/database").asText())
          .isEqualTo("is gone for good");
    }
  }

  private static long runs(TestApp app) {
    try {
      return app.database().count("SELECT count(*) FROM results");
    } catch (AssertionError away) {
      return 0;
    }
  }

  private String postmaster() {
    try {
      return Files.readAllLines(directory.resolve("postgres/postmaster.pid")).get(0);
    } catch (IOException | IndexOutOfBoundsException none) {
      return NONE;
    }
  }

  @Test
  void leavesNoServerBehindWhenItIsStoppedWhileItStarts() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    builder.environment().keySet().removeIf(name -> name.startsWith("BELFRY_"));
    builder
        .environment()
        .putAll(
            Map.of(
                "BELFRY_DATA_DIR", directory.toString(),
                "BELFRY_HTTP_HOST", "127.0.0.1",
                "BELFRY_HTTP_PORT", "0",
                "BELFRY_MANAGEMENT_PORT", "0"));
    Process process =
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    try {
      eventually("it begins", () -> Files.exists(directory.resolve("initializing")));
      process.destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(directory.resolve("postgres/postmaster.pid")).doesNotExist();
    assertThat(ProcessHandle.allProcesses().flatMap(each -> each.info().commandLine().stream()))
        .noneMatch(command -> command.contains(directory.resolve("postgres").toString()));
  }

  private static void eventually(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time: " + what).isLessThan(deadline);
      LockSupport.parkNanos(20_000_000);
    }
  }
}
