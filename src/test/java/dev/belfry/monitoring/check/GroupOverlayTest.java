package dev.belfry.monitoring.check;

import static dev.belfry.monitoring.check.SettingsDocuments.check;
import static dev.belfry.monitoring.check.SettingsDocuments.group;
import static dev.belfry.monitoring.check.SettingsDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GroupOverlayTest {
  /** One line for each member; a check or a group has any subset of the values. */
  private static final List<List<String>> MEMBERS =
      List.of(
          List.of("'activated':true", "'activated':false"),
          List.of("'muted':true", "'muted':false"),
          List.of("'tags':['a','b']", "'tags':['b','c']", "'tags':[]", "'tags':null"),
          List.of("'locations':['eu-west-1']", "'locations':[]", "'locations':null"),
          List.of("'privateLocations':['cellar']", "'privateLocations':null"),
          List.of("'runtimeId':'2025.04'", "'runtimeId':null"),
          List.of("'runParallel':true", "'runParallel':false"),
          List.of("'retryStrategy':{'type':'SINGLE_RETRY','x':1}", "'retryStrategy':null"),
          List.of("'useGlobalAlertSettings':true", "'useGlobalAlertSettings':false"),
          List.of("'alertSettings':{'reminders':{'amount':2}}", "'alertSettings':null"),
          List.of(
              "'alertChannelSubscriptions':[{'alertChannelId':1,'activated':true}]",
              "'alertChannelSubscriptions':[{'alertChannelId':1,'activated':false},{'alertChannelId':2,'activated':true}]"),
          List.of("'unknown':{'kept':[1,2.50]}"));

  private static final String V2_DEFAULTS =
      """
      {'name':'Web','activated':true,'muted':false,'tags':[],'locations':[],'privateLocations':null,
       'concurrency':3,'useGlobalAlertSettings':null,'alertSettings':null,'runParallel':null,
       'retryStrategy':'FALLBACK','runtimeId':null,'alertChannelSubscriptions':[]}
      """;

  @Test
  @DisplayName("Wire contract 2.2, applyGroupSettings: only what the group changes is written")
  void aDocumentShowsItsGroupsSettings() {
    ObjectNode shown =
        GroupOverlay.over(
            json(
                """
                    {'name':'Home','frequency':5,'tags':['home'],'runParallel':false,'custom':1,
                     'useGlobalAlertSettings':true,'retryStrategy':{'type':'FIXED'},
                     'locations':['us-east-1'],'request':{'url':'https://example.com/'}}
                    """),
            group(
                """
                    {'name':'Web','muted':true,'tags':['grp'],'locations':['eu-west-1'],
                     'runParallel':true,'retryStrategy':null,'runtimeId':'2025.04',
                     'alertSettings':{'reminders':{'amount':1}},
                     'alertChannelSubscriptions':[{'alertChannelId':4,'activated':true}]}
                    """));
    assertThat(json(shown.toString()))
        .isEqualTo(
            json(
                """
                {'name':'Home','frequency':5,'tags':['home','grp'],'runParallel':true,'custom':1,
                 'useGlobalAlertSettings':false,'retryStrategy':null,'locations':['eu-west-1'],
                 'request':{'url':'https://example.com/'},'muted':true,'runtimeId':'2025.04',
                 'alertSettings':{'escalationType':'RUN_BASED','reminders':{'amount':1,'interval':5},
                   'runBasedEscalation':{'failedRunThreshold':1},
                   'parallelRunFailureThreshold':{'enabled':false,'percentage':10}},
                 'alertChannelSubscriptions':[{'alertChannelId':4,'activated':true}]}
                """));
  }

  @Test
  @DisplayName(
      "Wire contract 2.2: a v1 group uses the account's alert settings unless told otherwise")
  void globalAlertSettingsOfAGroupShowAsTheFlagAlone() {
    ObjectNode own =
        json("{'useGlobalAlertSettings':false,'alertSettings':{'reminders':{'amount':2}}}");
    assertThat(GroupOverlay.over(own, group("{'useGlobalAlertSettings':true,'alertSettings':{}}")))
        .isEqualTo(
            json("{'useGlobalAlertSettings':true,'alertSettings':{'reminders':{'amount':2}}}"));
  }

  @Test
  void theRequestOfAnotherTypeIsKept() {
    String tcp =
        "{'checkType':'TCP','request':{'hostname':'example.com','port':443,'assertions':[{'comparison':'CONTAINS'}]},'muted':%s}";
    assertThat(GroupOverlay.over(json(tcp.formatted(false)), group("{'muted':true}")))
        .isEqualTo(json(tcp.formatted(true)));
  }

  @Test
  @DisplayName("Spec, Check group configuration: alertChannels are channels for all checks")
  void channelsAddUpAndAreActiveWhenEitherLinkIs() {
    assertThat(
            GroupOverlay.over(
                    check(
                        """
                        {'alertChannelSubscriptions':[{'alertChannelId':9,'activated':true},
                          {'alertChannelId':2,'activated':false},
                          {'alertChannelId':3,'activated':false}]}
                        """),
                    group(
                        """
                        {'alertChannelSubscriptions':[{'alertChannelId':1,'activated':true},
                          {'alertChannelId':9,'activated':false},
                          {'alertChannelId':3,'activated':true}]}
                        """))
                .alerting()
                .alertChannelSubscriptions()
                .stream()
                .filter(Subscription::activated)
                .map(Subscription::alertChannelId))
        .containsExactly(9L, 3L, 1L);
  }

  @Property(tries = 200)
  void aGroupThatSetsNothingLeavesEverything(@ForAll("documents") String text) {
    ObjectNode document = json(text);
    assertThat(GroupOverlay.over(document, group("{'name':'Web'}"))).isEqualTo(document);
    assertThat(GroupOverlay.over(document, group(V2_DEFAULTS))).isEqualTo(document);
    assertThat(GroupOverlay.over(check(text), group(V2_DEFAULTS))).isEqualTo(check(text));
  }

  @Property(tries = 200)
  void doingItTwiceChangesNoMoreThanOnce(
      @ForAll("documents") String text, @ForAll("documents") String group) {
    ObjectNode once = GroupOverlay.over(json(text), group(group));
    assertThat(GroupOverlay.over(once, group(group))).isEqualTo(once);
    CheckSettings settings = GroupOverlay.over(check(text), group(group));
    assertThat(GroupOverlay.over(settings, group(group))).isEqualTo(settings);
  }

  @Property(tries = 200)
  void theDocumentSaysWhatTheEngineDoes(
      @ForAll("documents") String text, @ForAll("documents") String group) {
    assertThat(CheckSettings.of(GroupOverlay.over(json(text), group(group))))
        .isEqualTo(GroupOverlay.over(check(text), group(group)));
  }

  @Property(tries = 200)
  void theGivenDocumentStaysAsItIs(
      @ForAll("documents") String text, @ForAll("documents") String group) {
    ObjectNode document = json(text);
    GroupOverlay.over(document, group(group));
    assertThat(document).isEqualTo(json(text));
  }

  @Provide
  Arbitrary<String> documents() {
    return Arbitraries.subsetOf(MEMBERS)
        .flatMap(
            members ->
                Combinators.combine(members.stream().map(Arbitraries::of).toList())
                    .as(values -> "{" + String.join(",", values) + "}"));
  }
}
