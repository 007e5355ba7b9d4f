package dev.belfry.platform.config;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects set values by key, and problems. A bad value counts as unset. */
final class Settings {
  private static final String AUTO = "auto";

  private final Map<ConfigKey, Entry> entries;
  private final List<String> problems;

  /**
   * A configured value.
   *
   * @param where the environment variable, or the YAML key with its file and line
   */
  record Entry(String text, String where) {}

  Settings(Map<ConfigKey, Entry> entries, List<String> problems) {
    this.entries = new EnumMap<>(ConfigKey.class);
    this.entries.putAll(entries);
    this.problems = problems;
  }

  /** The value of a key that has a default. */
  <T> T value(ConfigKey key, Function<String, T> reader) {
    T set = optional(key, reader);
    return set == null ? reader.apply(key.preset().orElseThrow()) : set;
  }

  /** The value of a key whose default is {@code auto}, which here means {@code automatic}. */
  <T> T automatic(ConfigKey key, T automatic, Function<String, T> reader) {
    Entry entry = entries.get(key);
    if (entry == null || entry.text().equalsIgnoreCase(AUTO)) {
      return automatic;
    }
    T set = optional(key, orAuto(reader));
    return set == null ? automatic : set;
  }

  private static <T> Function<String, T> orAuto(Function<String, T> reader) {
    return text -> {
      try {
        return reader.apply(text);
      } catch (InvalidValueException e) {
        throw new InvalidValueException(
            e.reasons().stream().map(reason -> reason + ", or " + AUTO).toList());
      }
    };
  }

  /** The value of a key that may be unset; null when it is unset or bad. */
  <T> @Nullable T optional(ConfigKey key, Function<String, T> reader) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return null;
    }
    try {
      return reader.apply(entry.text());
    } catch (InvalidValueException e) {
      e.reasons().forEach(reason -> problems.add(Messages.problem(key, entry, reason)));
      return null;
    }
  }

  boolean isSet(ConfigKey key) {
    return entries.containsKey(key);
  }

  /** Notes a problem that concerns more than one key. */
  void problem(String problem) {
    problems.add(problem);
  }
}
