package dev.belfry.engine.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.Frequency;
import dev.belfry.monitoring.check.GroupOverlay;
import dev.belfry.monitoring.check.GroupSettings;
import dev.belfry.monitoring.check.Locations;
import dev.belfry.monitoring.check.ScheduleRules;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Settings of checks and groups by chance, and what the Java rules say of them. */
final class ScheduleSamples {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final List<String> PUBLIC = List.of("eu-west-1", "us-east-1", "ap-south-1");
  private static final List<String> PRIVATE = List.of("cellar", "attic", "eu-west-1");

  private final Random random;

  ScheduleSamples(long seed) {
    this.random = new Random(seed);
  }

  /** Settings in force. */
  static CheckSettings effective(String settings, @Nullable String shared) {
    CheckSettings own = CheckSettings.of(json(settings));
    return shared == null ? own : GroupOverlay.over(own, GroupSettings.of(json(shared)));
  }

  /** Where a check with these settings runs, in the order of its settings. */
  static List<String> places(CheckSettings effective) {
    Locations chosen = effective.locations();
    return chosen.isEmpty()
        ? List.of("default")
        : Stream.concat(chosen.locations().stream(), chosen.privateLocations().stream())
            .distinct()
            .toList();
  }

  /** A settings document of a check, valid by {@link ScheduleRules}. */
  String check() {
    List<String> members = new ArrayList<>(List.of("\"name\":\"Home\""));
    Integer frequency = random.nextInt(8) == 0 ? null : pick(Frequency.MINUTES);
    if (frequency != null) {
      members.add("\"frequency\":" + frequency);
    } else if (random.nextBoolean()) {
      members.add("\"frequency\":null");
    }
    Integer offset = offset(frequency == null ? Frequency.DEFAULT_MINUTES : frequency);
    if (offset != null) {
      members.add("\"frequencyOffset\":" + offset);
    }
    members(members);
    return "{" + String.join(",", members) + "}";
  }

  /** A settings document of a group, null for no group. */
  @Nullable String group() {
    if (random.nextInt(4) == 0) {
      return null;
    }
    List<String> members = new ArrayList<>(List.of("\"name\":\"Web\""));
    members(members);
    return "{" + String.join(",", members) + "}";
  }

  boolean chance(int in) {
    return random.nextInt(in) == 0;
  }

  private @Nullable Integer offset(int frequency) {
    if (frequency == 0) {
      return pick(Frequency.SUB_MINUTE_SECONDS);
    }
    int max = ScheduleRules.maxOffset(frequency);
    return switch (random.nextInt(4)) {
      case 0 -> 1;
      case 1 -> max;
      case 2 -> 1 + random.nextInt(max);
      default -> null;
    };
  }

  private void members(List<String> members) {
    flag(members, "activated", 4);
    flag(members, "runParallel", 2);
    list(members, "locations", PUBLIC);
    list(members, "privateLocations", PRIVATE);
  }

  private void flag(List<String> members, String name, int rarity) {
    if (random.nextBoolean()) {
      members.add("\"%s\":%s".formatted(name, random.nextInt(rarity) != 0));
    } else if (random.nextInt(4) == 0) {
      members.add("\"%s\":null".formatted(name));
    }
  }

  private void list(List<String> members, String name, List<String> values) {
    switch (random.nextInt(5)) {
      case 0 -> members.add("\"%s\":null".formatted(name));
      case 1 -> members.add("\"%s\":[]".formatted(name));
      case 2, 3 -> {
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
          chosen.add('"' + pick(values) + '"');
        }
        members.add("\"%s\":[%s]".formatted(name, String.join(",", chosen)));
      }
      default -> {}
    }
  }

  private <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private static ObjectNode json(String text) {
    try {
      return MAPPER.readValue(text, ObjectNode.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
