package dev.belfry.alerting.grouping;

import dev.belfry.alerting.grouping.AlertGroupStore.Channel;
import dev.belfry.alerting.grouping.AlertGroupStore.Entry;
import dev.belfry.alerting.grouping.AlertGroupStore.Known;
import dev.belfry.alerting.grouping.AlertGroupStore.NotedAlert;
import dev.belfry.alerting.grouping.AlertGroupStore.Place;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts noted alerts into groups. An episode that is in an open group of the channel stays there,
 * whatever a later alert of it has in common with others. Pure but for the ids.
 */
final class NewMembers {
  /** Most groups that a channel has open; alerts with further keys share one. */
  static final int MOST_GROUPS = 200;

  private final Map<Place, UUID> open;
  private final Set<Known> known;
  private final Map<Long, Integer> count = new HashMap<>();
  private final Supplier<UUID> ids;
  private final List<Long> entries = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final Map<Member, NotedAlert> members = new LinkedHashMap<>();

  /** A group to open. */
  record Group(UUID id, Channel channel, GroupKey key, long opened) {}

  /** A check in a group. */
  record Member(UUID group, UUID check) {}

  /**
   * @param open the open groups of the channels
   * @param known the episodes that are in them
   * @param ids makes the ids of groups
   */
  NewMembers(Map<Place, UUID> open, Set<Known> known, Supplier<UUID> ids) {
    this.open = new HashMap<>(open);
    this.known = new HashSet<>(known);
    this.ids = ids;
    open.keySet().forEach(place -> count.merge(place.channel(), 1, Integer::sum));
  }

  /** Adds a noted alert; a deleted one is dropped. */
  void add(Channel channel, Entry entry) {
    entries.add(entry.id());
    NotedAlert alert = entry.alert();
    if (alert == null || !known.add(new Known(channel.id(), alert.episode()))) {
      return;
    }
    GroupKey key = GroupKey.of(channel.settings().by(), alert.facts());
    UUID group = open.get(new Place(channel.id(), key.key()));
    if (group == null) {
      if (count.getOrDefault(channel.id(), 0) >= MOST_GROUPS) {
        key = GroupKey.OTHERS;
      }
      group = group(channel, key, alert.decided());
    }
    members.put(new Member(group, alert.check()), alert);
  }

  private UUID group(Channel channel, GroupKey key, long opened) {
    return open.computeIfAbsent(
        new Place(channel.id(), key.key()),
        place -> {
          UUID id = ids.get();
          groups.add(new Group(id, channel, key, opened));
          count.merge(channel.id(), 1, Integer::sum);
          return id;
        });
  }

  /** The noted alerts that are done with. */
  Collection<Long> entries() {
    return entries;
  }

  List<Group> groups() {
    return groups;
  }

  Map<Member, NotedAlert> members() {
    return members;
  }

  Tuple groupRows() {
    Tuple rows = Tuple.tuple();
    uuids(rows, groups, Group::id);
    uuids(rows, groups, group -> group.channel().account());
    longs(rows, groups, group -> group.channel().id());
    texts(rows, groups, group -> group.key().key());
    texts(rows, groups, group -> group.key().labels());
    longs(rows, groups, Group::opened);
    longs(rows, groups, group -> group.opened() + group.channel().settings().waits());
    return rows;
  }

  Tuple memberRows() {
    Tuple rows = Tuple.tuple();
    uuids(rows, members.keySet(), Member::group);
    uuids(rows, members.keySet(), Member::check);
    uuids(rows, members.values(), NotedAlert::episode);
    uuids(rows, members.values(), NotedAlert::id);
    texts(rows, members.values(), NotedAlert::name);
    longs(rows, members.values(), NotedAlert::decided);
    return rows;
  }

  private static <T> void uuids(Tuple rows, Collection<T> all, Function<T, @Nullable UUID> column) {
    rows.addArrayOfUUID(all.stream().map(column).toArray(UUID[]::new));
  }

  private static <T> void longs(Tuple rows, Collection<T> all, Function<T, Long> column) {
    rows.addArrayOfLong(all.stream().map(column).toArray(Long[]::new));
  }

  private static <T> void texts(Tuple rows, Collection<T> all, Function<T, String> column) {
    rows.addArrayOfString(all.stream().map(column).toArray(String[]::new));
  }
}
