package dev.belfry.projects.deploy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/** A project that changes at random, by a seed: what it should be is known without the service. */
final class RandomProject {
  private static final int[] FREQUENCIES = {1, 2, 5, 10, 30, 60};

  private final Random random;
  private final String unique;
  private final NavigableMap<String, String> services = new TreeMap<>();
  private final NavigableMap<String, String> groups = new TreeMap<>();
  private final NavigableMap<String, String> channels = new TreeMap<>();
  private final NavigableMap<String, Check> checks = new TreeMap<>();
  private final NavigableMap<String, List<String>> pages = new TreeMap<>();

  /** What a check says, and who it refers to. */
  record Check(String name, int frequency, String group, String service, List<String> channels) {}

  RandomProject(long seed, String unique) {
    this.random = new Random(seed);
    this.unique = unique;
  }

  /** Adds, changes and removes a few things; nothing refers to what is not there. */
  void step() {
    for (int i = 0; i < 6; i++) {
      String id = "r" + random.nextInt(8);
      switch (random.nextInt(7)) {
        case 0 -> services.put(id, word());
        case 1 -> groups.put(id, word());
        case 2 -> channels.put(id, word());
        case 3, 4 -> checks.put(id, check());
        case 5 -> pages.put(id, some(services));
        default -> remove(id);
      }
    }
  }

  private Check check() {
    return new Check(
        word(),
        FREQUENCIES[random.nextInt(FREQUENCIES.length)],
        one(groups),
        one(services),
        some(channels));
  }

  private void remove(String id) {
    services.remove(id);
    groups.remove(id);
    channels.remove(id);
    if (random.nextBoolean()) {
      checks.remove(id);
      pages.remove(id);
    }
    checks.replaceAll(
        (name, check) ->
            new Check(
                check.name(),
                check.frequency(),
                groups.containsKey(check.group()) ? check.group() : "",
                services.containsKey(check.service()) ? check.service() : "",
                check.channels().stream().filter(channels::containsKey).toList()));
    pages.replaceAll((name, on) -> on.stream().filter(services::containsKey).toList());
  }

  /** The resources in an order of chance. */
  String[] resources() {
    List<String> all = new ArrayList<>();
    services.forEach(
        (id, name) ->
            all.add(
                ProjectFixture.resource("status-page-service", id, "{\"name\":\"" + name + "\"}")));
    groups.forEach(
        (id, name) ->
            all.add(
                ProjectFixture.resource("check-group", id, "{\"v\":2,\"name\":\"" + name + "\"}")));
    channels.forEach(
        (id, name) ->
            all.add(
                ProjectFixture.resource(
                    "alert-channel",
                    id,
                    "{\"type\":\"EMAIL\",\"config\":{\"address\":\"%s@example.com\"}}"
                        .formatted(name))));
    pages.forEach(
        (id, on) ->
            all.add(
                ProjectFixture.resource(
                    "status-page",
                    id,
                    "{\"name\":\"P\",\"url\":\"%s-%s\",\"cards\":[{\"name\":\"c\",\"services\":[%s]}]}"
                        .formatted(id, unique, refs(on)))));
    checks.forEach((id, check) -> addCheck(all, id, check));
    Collections.shuffle(all, random);
    return all.toArray(String[]::new);
  }

  private static void addCheck(List<String> all, String id, Check check) {
    String group = check.group().isEmpty() ? "null" : ref(check.group());
    String incident =
        check.service().isEmpty()
            ? "null"
            : """
              {"severity":"MINOR","name":"n","description":"d","notifySubscribers":false,
               "serviceId":%s}"""
                .formatted(ref(check.service()));
    all.add(
        ProjectFixture.check(
            id,
            "\"description\":\"%s\",\"frequency\":%d,\"groupId\":%s,\"triggerIncident\":%s"
                .formatted(check.name(), check.frequency(), group, incident)));
    for (String channel : check.channels()) {
      all.add(
          ProjectFixture.resource(
              "alert-channel-subscription",
              id + "#" + channel,
              "{\"alertChannelId\":%s,\"checkId\":%s,\"activated\":true}"
                  .formatted(ref(channel), ref(id))));
    }
  }

  /** Everything the service should have, one line for each thing. */
  List<String> expected() {
    List<String> lines = new ArrayList<>();
    services.forEach((id, name) -> lines.add("service " + name));
    groups.forEach((id, name) -> lines.add("group " + name));
    channels.forEach((id, name) -> lines.add("channel " + name + "@example.com"));
    pages.forEach(
        (id, on) -> lines.add("page " + id + " " + on.stream().map(services::get).toList()));
    checks.forEach(
        (id, check) ->
            lines.add(
                "check %s %s %d in %s for %s to %s"
                    .formatted(
                        id,
                        check.name(),
                        check.frequency(),
                        groups.getOrDefault(check.group(), "none"),
                        services.getOrDefault(check.service(), "none"),
                        check.channels().stream()
                            .map(channel -> channels.get(channel) + "@example.com")
                            .sorted()
                            .toList())));
    return lines;
  }

  private static String refs(List<String> ids) {
    return String.join(",", ids.stream().map(RandomProject::ref).toList());
  }

  private static String ref(String id) {
    return "{\"ref\":\"" + id + "\"}";
  }

  private String one(NavigableMap<String, String> map) {
    List<String> ids = new ArrayList<>(map.keySet());
    return ids.isEmpty() || random.nextInt(3) == 0 ? "" : ids.get(random.nextInt(ids.size()));
  }

  private List<String> some(NavigableMap<String, String> map) {
    return map.keySet().stream().filter(id -> random.nextBoolean()).toList();
  }

  private String word() {
    return "w" + random.nextInt(1_000_000);
  }
}
