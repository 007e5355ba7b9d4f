package dev.belfry.monitoring.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What SQL says of windows against the rules in Java. */
class MaintenanceSqlIT {
  private static final long HOUR = 3_600_000;

  private final TestApp app = TestApp.shared();
  private final WindowTables tables = new WindowTables(app);
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private static String json(MaintenanceWindow window) {
    RecurrencePlan plan = window.plan();
    return """
        {"name":"w","startsAt":"%s","endsAt":"%s","repeatUnit":%s,"repeatInterval":%d,
         "timezone":"%s","tags":%s,"silenceAlertsTags":%s,"pauseAllChecks":%b,
         "silenceAllAlerts":%b}"""
        .formatted(
            plan.starts(),
            plan.ends(),
            plan.unit() == null ? "null" : "\"" + plan.unit() + "\"",
            plan.unit() == null ? 0 : plan.interval(),
            plan.zone(),
            quoted(window.scope().tags()),
            quoted(window.scope().silenceAlertsTags()),
            window.scope().pauseAllChecks(),
            window.scope().silenceAllAlerts());
  }

  private static String quoted(List<String> words) {
    return words.toString().replaceAll("(\\w+)", "\"$1\"");
  }

  private static MaintenanceWindow window(Random random, Instant now) {
    Instant start =
        now.minusMillis(random.nextLong(100 * 24 * HOUR))
            .truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
    RepeatUnit[] units = {null, RepeatUnit.DAY, RepeatUnit.WEEK, RepeatUnit.MONTH};
    return new MaintenanceWindow(
        "w",
        null,
        new RecurrencePlan(
            start,
            start.plusSeconds(1 + random.nextInt(3 * 24 * 3600)),
            units[random.nextInt(units.length)],
            1 + random.nextInt(3),
            null,
            ZoneId.of(random.nextBoolean() ? "UTC" : "Europe/Berlin")),
        new WindowScope(
            words(random),
            random.nextInt(4) == 0,
            random.nextInt(8) == 0,
            random.nextBoolean() ? words(random) : List.of("d")),
        new Visibility(false, List.of()));
  }

  private static List<String> words(Random random) {
    return List.of("", "a", "b", "a b")
        .get(random.nextInt(4))
        .lines()
        .flatMap(line -> List.of(line.split(" ")).stream())
        .filter(word -> !word.isEmpty())
        .toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void agreesWithTheRulesOnWindowsByChance(long seed) {
    Random random = new Random(seed);
    Instant now = InstantSource.system().instant();
    List<MaintenanceWindow> windows = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      windows.add(window(random, now));
      client.post("/v1/maintenance-windows", json(windows.get(i))).hasStatus(201);
    }
    for (int i = 0; i < 200; i++) {
      long at = now.toEpochMilli() + random.nextLong(300 * 24 * HOUR) - 24 * HOUR;
      List<String> tags = words(random);
      assertThat(tables.asks("maintenance_silences", acme.account(), tags, at))
          .as("seed %d: %s at %d in %s", seed, tags, at, windows)
          .isEqualTo(anyThen(windows, at, scope -> MaintenanceRules.holds(scope, tags)));
      assertThat(tables.asks("maintenance_pauses", acme.account(), tags, at))
          .as("seed %d: %s at %d in %s", seed, tags, at, windows)
          .isEqualTo(anyThen(windows, at, scope -> MaintenanceRules.pauses(scope, tags)));
    }
  }

  private static boolean anyThen(
      List<MaintenanceWindow> windows,
      long at,
      java.util.function.Predicate<WindowScope> concerned) {
    return windows.stream()
        .anyMatch(
            window ->
                !window.plan().between(at, at + 1).isEmpty() && concerned.test(window.scope()));
  }

  @Test
  void anIntervalHoldsFromItsStartUntilBeforeItsEnd() {
    client
        .post(
            "/v1/maintenance-windows",
            """
            {"name":"w","startsAt":"2098-03-01T01:00:00.500Z","endsAt":"2098-03-01T03:00:00.500Z",
             "tags":["a"]}""")
        .hasStatus(201);
    client
        .post(
            "/v1/maintenance-windows",
            """
            {"name":"w","startsAt":"2026-03-01T01:00:00.500Z","endsAt":"2099-03-01T03:00:00.500Z",
             "tags":["b"]}""")
        .hasStatus(201);
    List<String> b = List.of("b", "x");
    long now = InstantSource.system().millis();
    assertThat(tables.asks("maintenance_silences", acme.account(), b, now)).isTrue();
    assertThat(tables.asks("maintenance_silences", acme.account(), List.of("a"), now)).isFalse();
    assertThat(tables.asks("maintenance_silences", app.newTenant().account(), b, now)).isFalse();
    long end = Instant.parse("2099-03-01T03:00:00.500Z").toEpochMilli();
    assertThat(tables.asks("maintenance_silences", acme.account(), b, end - 1)).isTrue();
    assertThat(tables.asks("maintenance_silences", acme.account(), b, end)).isFalse();
  }
}
