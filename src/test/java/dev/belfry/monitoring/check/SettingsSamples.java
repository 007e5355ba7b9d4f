package dev.belfry.monitoring.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Settings documents of checks and groups by chance: each member absent, null or with a value. */
final class SettingsSamples {
  private static final List<String> TEXTS = List.of("'a'", "'b'", "'c'", "'d'", "'Ä \u2603'");

  private final Random random;

  SettingsSamples(long seed) {
    this.random = new Random(seed);
  }

  String check() {
    return settings(retryStrategy());
  }

  /** Null for no group. */
  @Nullable String group() {
    if (random.nextInt(5) == 0) {
      return null;
    }
    return settings(random.nextInt(4) == 0 ? "'FALLBACK'" : retryStrategy());
  }

  /** Null for none. */
  @Nullable String alertSettings() {
    return random.nextInt(4) == 0 ? null : alerts();
  }

  /** Null for none. */
  @Nullable String runtimeId() {
    return random.nextBoolean() ? null : "account-" + random.nextInt(3);
  }

  private String settings(String retryStrategy) {
    List<String> members = new ArrayList<>(List.of("'name':'x'"));
    add(members, "activated", flag());
    add(members, "muted", flag());
    add(members, "runParallel", flag());
    add(members, "retryStrategy", retryStrategy);
    add(members, "locations", texts());
    add(members, "privateLocations", texts());
    add(members, "tags", texts());
    add(members, "runtimeId", pick(TEXTS));
    add(members, "useGlobalAlertSettings", flag());
    add(members, "alertSettings", alerts());
    return "{" + String.join(",", members) + "}";
  }

  private void add(List<String> members, String name, String value) {
    switch (random.nextInt(5)) {
      case 0 -> {}
      case 1 -> members.add("'%s':null".formatted(name));
      default -> members.add("'%s':%s".formatted(name, value));
    }
  }

  private String flag() {
    return random.nextBoolean() ? "true" : "false";
  }

  private String texts() {
    List<String> chosen = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      chosen.add(pick(TEXTS));
    }
    return "[" + String.join(",", chosen) + "]";
  }

  private String retryStrategy() {
    List<String> members =
        new ArrayList<>(List.of("'type':'%s'".formatted(pick(List.of(RetryType.values())))));
    add(members, "baseBackoffSeconds", number(1, 60));
    add(members, "sameRegion", flag());
    add(members, "maxRetries", number(1, 10));
    add(members, "maxDurationSeconds", number(0, 600));
    add(members, "onlyOn", random.nextBoolean() ? "['NETWORK_ERROR']" : "[]");
    return "{" + String.join(",", members) + "}";
  }

  private String alerts() {
    List<String> members = new ArrayList<>();
    add(members, "escalationType", "'%s'".formatted(pick(List.of(EscalationType.values()))));
    add(members, "reminders", "{'amount':%s,'interval':%s}".formatted(number(0, 5), number(1, 30)));
    add(members, "runBasedEscalation", "{'failedRunThreshold':%s}".formatted(number(1, 5)));
    add(members, "timeBasedEscalation", "{'minutesFailingThreshold':%s}".formatted(number(5, 30)));
    add(
        members,
        "parallelRunFailureThreshold",
        "{'enabled':%s,'percentage':%s}".formatted(flag(), number(10, 100)));
    add(
        members,
        "flapDetection",
        "{'enabled':%s,'windowRuns':%s,'highThreshold':%s,'lowThreshold':%s}"
            .formatted(flag(), number(5, 50), number(20, 100), number(1, 19)));
    return "{" + String.join(",", members) + "}";
  }

  private String number(int least, int most) {
    return Integer.toString(least + random.nextInt(most - least + 1));
  }

  private <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
