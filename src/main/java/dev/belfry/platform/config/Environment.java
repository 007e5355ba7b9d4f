package dev.belfry.platform.config;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the {@code BELFRY_*} variables; blank counts as unset. */
final class Environment {
  /** Names the YAML file. */
  static final String FILE = "BELFRY_CONFIG";

  private static final String PREFIX = "BELFRY_";

  /** What the service prints for people to export; it reads none of them. */
  private static final Set<String> PRINTED =
      Set.of("BELFRY_URL", "BELFRY_ACCOUNT_ID", "BELFRY_API_KEY", "BELFRY_MONITOR_ID");

  /** Read by the command {@code copy} alone. */
  private static final String COPY = "BELFRY_COPY_FROM";

  /** Read by the tests alone. */
  private static final String TESTS = "BELFRY_TEST_";

  /** Put into every container by an orchestrator that knows a service named belfry. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile(
          "BELFRY(_[A-Z0-9]+)*_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?"
              + "|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

  private static final Pattern LINK_VALUE = Pattern.compile("(tcp|udp|sctp)://.*");

  private Environment() {}

  static Map<ConfigKey, Settings.Entry> read(
      Map<String, String> environment, List<String> problems) {
    Map<ConfigKey, Settings.Entry> entries = new EnumMap<>(ConfigKey.class);
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (!name.startsWith(PREFIX) || isForeign(name, value)) {
                return;
              }
              ConfigKey key = key(name);
              if (key == null) {
                problems.add(
                    name + ": is not a variable of Belfry" + SpellingSuggestion.to(name, names()));
              } else if (!value.isBlank()) {
                entries.put(key, new Settings.Entry(value.strip(), name));
              }
            });
    return entries;
  }

  private static boolean isForeign(String name, String value) {
    return PRINTED.contains(name)
        || name.equals(FILE)
        || name.equals(COPY)
        || name.startsWith(TESTS)
        || SERVICE_LINK.matcher(name).matches()
        || (name.endsWith("_PORT") && LINK_VALUE.matcher(value).matches());
  }

  private static @Nullable ConfigKey key(String name) {
    return Arrays.stream(ConfigKey.values())
        .filter(key -> key.variable().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static List<String> names() {
    return Stream.concat(
            Stream.of(FILE), Arrays.stream(ConfigKey.values()).map(ConfigKey::variable))
        .toList();
  }
}
