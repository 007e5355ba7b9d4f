package dev.belfry.alerting.grouping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.grouping.AlertGroupStore.Channel;
import dev.belfry.alerting.grouping.AlertGroupStore.Entry;
import dev.belfry.alerting.grouping.AlertGroupStore.Known;
import dev.belfry.alerting.grouping.AlertGroupStore.NotedAlert;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What alerts have in common, and the groups that they are put into. */
class GroupKeyTest {
  private static final GroupFacts SHOP =
      new GroupFacts(
          7L,
          "Web",
          List.of("team:web", "team:api", "eu", "team:web"),
          "https://a@Shop.example.com:8443/x?y",
          "192.0.2.7",
          "STATUS 503");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CHECK_GROUP | Web",
        "TAGS        | eu, team:api, team:web",
        "TAG:team    | api, web",
        "TAG:eu      | eu",
        "TAG:tea     | ''",
        "HOST        | shop.example.com",
        "ADDRESS     | 192.0.2.7",
        "FAILURE     | STATUS 503",
      })
  void eachTermHasAValue(String term, String value) {
    assertThat(GroupKey.of(List.of(term), SHOP).labels())
        .isEqualTo("{\"" + term + "\":\"" + value + "\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "http://[2001:db8::1]:80/,[2001:db8::1]",
    "e.org:25,e.org",
    "e.org AAAA,e.org",
    "2001:db8::1,2001:db8::1",
    "https://e.org,e.org",
    "://e.org:25,e.org",
    ":25,''",
    "'',''"
  })
  void theHostIsThatOfTheTarget(String target, String host) {
    assertThat(new GroupFacts(null, "", List.of(), target, "", "").host()).isEqualTo(host);
  }

  @ParameterizedTest
  @CsvSource({"300, 300", "301, 300"})
  void aLongValueIsCut(int length, int kept) {
    GroupFacts alert = new GroupFacts(null, "", List.of(), "", "a".repeat(length), "");
    assertThat(GroupKey.of(List.of("ADDRESS"), alert).labels())
        .hasSize("{\"ADDRESS\":\"\"}".length() + kept);
  }

  @Test
  void groupsOfOneNameAreToldApart() {
    GroupFacts other = new GroupFacts(8L, "Web", List.of(), "", "", "");
    List<String> by = List.of("CHECK_GROUP");
    assertThat(GroupKey.of(by, other).key()).isNotEqualTo(GroupKey.of(by, SHOP).key());
    assertThat(GroupKey.of(List.of(), other)).isEqualTo(GroupKey.of(List.of(), SHOP));
  }

  @Test
  void furtherGroupsShareOne() {
    Channel channel =
        new Channel(
            3,
            new UUID(0, 1),
            GroupingSettings.of("{\"grouping\":{\"by\":[\"ADDRESS\"],\"waitSeconds\":5}}"));
    NewMembers members = new NewMembers(Map.of(), Set.of(), UUID::randomUUID);
    for (int i = 0; i < 300; i++) {
      members.add(channel, entry(i, new UUID(1, i), "192.0.2." + i));
    }
    assertThat(members.groups()).hasSize(NewMembers.MOST_GROUPS + 1);
    assertThat(members.members()).hasSize(300);
    assertThat(members.entries()).hasSize(300);
  }

  @Test
  void anEpisodeStaysInItsGroup() {
    Channel channel =
        new Channel(
            3, new UUID(0, 1), GroupingSettings.of("{\"grouping\":{\"by\":[\"ADDRESS\"]}}"));
    UUID known = new UUID(9, 9);
    NewMembers members = new NewMembers(Map.of(), Set.of(new Known(3, known)), UUID::randomUUID);
    members.add(channel, entry(1, known, "192.0.2.1"));
    members.add(channel, entry(2, new UUID(9, 8), "192.0.2.1"));
    members.add(channel, entry(3, new UUID(9, 8), "192.0.2.2"));
    members.add(channel, new Entry(4, 3, null));
    assertThat(members.members()).hasSize(1);
    assertThat(members.groups()).hasSize(1);
    assertThat(members.entries()).containsExactly(1L, 2L, 3L, 4L);
  }

  private static Entry entry(int number, UUID episode, String address) {
    return new Entry(
        number,
        3,
        new NotedAlert(
            new UUID(2, number),
            new UUID(3, number),
            episode,
            number,
            "Shop",
            new GroupFacts(null, "", List.of(), "", address, "")));
  }
}
