package dev.belfry.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardAssignmentTest {
  private static final List<String> PLACES = List.of("default", "eu-west-1", "us-east-1", "cellar");

  private static List<ShardKey> shards(String location) {
    return IntStream.range(0, 32).mapToObj(shard -> new ShardKey(location, shard)).toList();
  }

  private static Instance instance(long id, String... locations) {
    return new Instance(id, Set.of(locations), 7, false, true);
  }

  private static Instance silent(long id, String... locations) {
    return new Instance(id, Set.of(locations), 7, false, false);
  }

  private static List<Instance> instances(int count) {
    return IntStream.range(0, count).mapToObj(i -> instance(100 + i, "here")).toList();
  }

  private static Map<Long, Integer> load(Map<ShardKey, Long> owners) {
    Map<Long, Integer> load = new HashMap<>();
    owners.values().forEach(owner -> load.merge(owner, 1, Integer::sum));
    return load;
  }

  @Test
  void withoutAnyInstanceNobodyOwnsAnything() {
    assertThat(ShardAssignment.of(shards("here"), List.of(), Set.of())).isEmpty();
    assertThat(
            ShardAssignment.of(
                shards("here"), List.of(new Instance(1, Set.of("here"), 0, true, true)), Set.of()))
        .isEmpty();
  }

  @Test
  void aLocationBelongsToThoseWhoCoverIt() {
    List<Instance> both = List.of(instance(1, "here"), instance(2, "there"));
    assertThat(ShardAssignment.of(shards("here"), both, Set.of())).hasSize(32).containsValue(1L);
    assertThat(ShardAssignment.of(shards("here"), both, Set.of()).values()).containsOnly(1L);
    assertThat(ShardAssignment.of(shards("there"), both, Set.of()).values()).containsOnly(2L);
  }

  @Test
  void whatNobodyCoversIsSharedByAllSinceSomebodyMustAccountForIt() {
    List<Instance> both = List.of(instance(1, "here"), instance(2, "there"));
    assertThat(load(ShardAssignment.of(shards("nowhere"), both, Set.of())))
        .isEqualTo(Map.of(1L, 16, 2L, 16));
  }

  @Test
  void monitorsWithoutALocationAreEverybodys() {
    List<Instance> both = List.of(instance(1), instance(2, "there"));
    assertThat(load(ShardAssignment.of(shards(ShardKey.DEFAULT_LOCATION), both, Set.of())))
        .isEqualTo(Map.of(1L, 16, 2L, 16));
  }

  @Test
  void whoIsAboutToLeaveGetsNothing() {
    List<Instance> both =
        List.of(instance(1, "here"), new Instance(2, Set.of("here"), 7, true, true));
    assertThat(ShardAssignment.of(shards("here"), both, Set.of()).values()).containsOnly(1L);
  }

  @Test
  void shardsWithIcmpMonitorsGoToThoseThatMayPing() {
    List<Instance> both = List.of(instance(1, "here"), silent(2, "here"));
    Map<ShardKey, Long> few = ShardAssignment.of(shards("here"), both, Set.of(3, 7));
    assertThat(few).containsEntry(new ShardKey("here", 3), 1L);
    assertThat(few).containsEntry(new ShardKey("here", 7), 1L);
    assertThat(load(few)).isEqualTo(Map.of(1L, 16, 2L, 16));
    Set<Integer> most = IntStream.range(0, 30).boxed().collect(Collectors.toSet());
    assertThat(load(ShardAssignment.of(shards("here"), both, most)))
        .isEqualTo(Map.of(1L, 30, 2L, 2));
  }

  @Test
  void whereNobodyMayPingThoseThatCoverALocationAccountForItsRuns() {
    List<Instance> apart = List.of(instance(1, "here"), silent(2, "there"));
    assertThat(ShardAssignment.of(shards("there"), apart, Set.of(3)).values()).containsOnly(2L);
  }

  @Property(tries = 300)
  void allShardsHaveAnOwnerWhoeverMayPing(@ForAll Random random) {
    List<Instance> instances = new ArrayList<>();
    for (int i = 1 + random.nextInt(12); i > 0; i--) {
      instances.add(random.nextBoolean() ? instance(i, "here") : silent(i, "here"));
    }
    Set<Integer> pinging =
        IntStream.range(0, 32)
            .filter(shard -> random.nextInt(3) == 0)
            .boxed()
            .collect(Collectors.toSet());
    Map<ShardKey, Long> owners = ShardAssignment.of(shards("here"), instances, pinging);
    assertThat(owners).hasSize(32);
    Set<Long> pingers =
        instances.stream().filter(Instance::mayPing).map(Instance::id).collect(Collectors.toSet());
    owners.forEach(
        (key, owner) -> {
          if (!pingers.isEmpty() && pinging.contains(key.shard())) {
            assertThat(pingers).contains(owner);
          }
        });
  }

  /** A little more than the fair share moves, since nobody may have more than that share. */
  @ParameterizedTest(name = "among {0}")
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 12, 16, 20})
  void fewShardsMoveWhenAnInstanceComesOrGoes(int count) {
    Map<ShardKey, Long> fewer = ShardAssignment.of(shards("here"), instances(count), Set.of());
    Map<ShardKey, Long> more = ShardAssignment.of(shards("here"), instances(count + 1), Set.of());
    long moved =
        fewer.keySet().stream()
            .filter(key -> !Objects.equals(fewer.get(key), more.get(key)))
            .count();
    int share = (32 + count) / (count + 1);
    assertThat(moved).isBetween(1L, 3L * share + 2);
  }

  /** Each location has fewer shards than there are instances, so its own share bounds nothing. */
  @ParameterizedTest(name = "among {0}")
  @ValueSource(ints = {40, 64, 100, 200})
  void manyLocationsAreSharedEvenlyByManyInstances(int count) {
    List<ShardKey> shards = new ArrayList<>();
    IntStream.range(0, 22).forEach(place -> shards.addAll(shards("place-" + place)));
    List<Instance> instances =
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    new Instance(
                        100 + i,
                        shards.stream().map(ShardKey::location).collect(Collectors.toSet()),
                        7,
                        false,
                        true))
            .toList();
    Map<ShardKey, Long> owners = ShardAssignment.of(shards, instances, Set.of());
    int most = (shards.size() * 11 / 10 + count - 1) / count;
    assertThat(Collections.max(load(owners).values())).isLessThanOrEqualTo(most);
    Map<ShardKey, Long> without =
        ShardAssignment.of(shards, instances.subList(0, count - 1), Set.of());
    long moved =
        owners.keySet().stream()
            .filter(key -> !Objects.equals(owners.get(key), without.get(key)))
            .count();
    assertThat(moved).isBetween(1L, 5L * most);
  }

  @Property(tries = 300)
  void theAnswerIsFairAndTheSameOnEveryInstance(@ForAll Random random) {
    List<ShardKey> shards = new ArrayList<>();
    PLACES.forEach(place -> shards.addAll(shards(place)));
    List<Instance> instances = new ArrayList<>();
    for (int i = 1 + random.nextInt(40); i > 0; i--) {
      Set<String> covered =
          Set.copyOf(PLACES.stream().filter(place -> random.nextBoolean()).toList());
      instances.add(
          new Instance(random.nextInt(1 << 30), covered, i, random.nextInt(5) == 0, true));
    }
    Map<ShardKey, Long> owners = ShardAssignment.of(shards, instances, Set.of());
    Collections.shuffle(shards, random);
    Collections.shuffle(instances, random);
    assertThat(ShardAssignment.of(shards, instances, Set.of())).isEqualTo(owners);
    List<Instance> takers = instances.stream().filter(one -> !one.draining()).toList();
    assertThat(owners).hasSize(takers.isEmpty() ? 0 : shards.size());
    for (String place : takers.isEmpty() ? List.<String>of() : PLACES) {
      checkFair(place, owners, takers);
    }
  }

  private static void checkFair(String place, Map<ShardKey, Long> owners, List<Instance> takers) {
    List<Instance> covering = takers.stream().filter(one -> one.covers(place)).toList();
    List<Long> allowed =
        (covering.isEmpty() ? takers : covering).stream().map(Instance::id).toList();
    Map<ShardKey, Long> here = new HashMap<>(owners);
    here.keySet().removeIf(key -> !key.location().equals(place));
    assertThat(allowed).containsAll(here.values());
    int most = (32 + allowed.size() - 1) / allowed.size();
    assertThat(load(here).values()).allMatch(count -> count <= most);
  }
}
