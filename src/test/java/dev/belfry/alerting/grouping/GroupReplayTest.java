package dev.belfry.alerting.grouping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.grouping.AlertGroup.Level;
import dev.belfry.alerting.grouping.GroupReplay.Event;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A look after 30 seconds, then each minute; a repetition after an hour. */
class GroupReplayTest {
  private static final long SECOND = 1_000;
  private static final long HOUR = 3_600_000;
  private static final String TIMES =
      "\"waitSeconds\":30,\"intervalSeconds\":60,\"repeatMinutes\":60";

  private static GroupReplay replay(String by, String more) {
    return new GroupReplay("{\"grouping\":{\"by\":[%s],%s}%s}".formatted(by, TIMES, more));
  }

  private static Event event(long second, int check, Level level) {
    return new Event(
        second * SECOND,
        new GroupReplay.Subject(
            new UUID(0, check), null, "", List.of("odd:" + check % 2), "https://e.org/" + check),
        0,
        level,
        level != Level.RECOVERED);
  }

  @Test
  void aStormIsOneMessageAndItsEndAnother() {
    GroupReplay replay = replay("", "");
    List<Event> storm = new ArrayList<>();
    for (int check = 0; check < 1_000; check++) {
      storm.add(event(check % 30, check, Level.FAILED));
      storm.add(event(120 + check % 30, check, Level.RECOVERED));
    }
    Collections.reverse(storm);
    assertThat(replay.add(storm)).isTrue();
    assertThat(replay.messages(0, HOUR)).isEqualTo(2);
  }

  @Test
  void termsSplitAStorm() {
    GroupReplay replay = replay("\"TAG:odd\"", "");
    replay.add(List.of(event(0, 1, Level.FAILED), event(0, 2, Level.FAILED)));
    replay.add(List.of(event(0, 3, Level.FAILED)));
    assertThat(replay.messages(0, HOUR)).isEqualTo(2);
  }

  @Test
  void newsIsToldAtTheNextInterval() {
    GroupReplay replay = replay("", "");
    replay.add(
        List.of(
            event(0, 1, Level.FAILED),
            event(31, 2, Level.FAILED),
            event(40, 3, Level.FAILED),
            event(85, 3, Level.RECOVERED)));
    assertThat(replay.messages(0, HOUR)).isEqualTo(2);
  }

  @Test
  void whatEndsWithinTheWaitIsNotTold() {
    GroupReplay replay = replay("", "");
    replay.add(List.of(event(0, 1, Level.FAILED), event(20, 1, Level.RECOVERED)));
    assertThat(replay.messages(0, HOUR)).isZero();
  }

  @Test
  void aProblemThatGoesOnIsRepeated() {
    GroupReplay replay = replay("", "");
    replay.add(List.of(event(0, 1, Level.FAILED)));
    assertThat(replay.messages(0, 5 * HOUR)).isEqualTo(5);
    GroupReplay late = replay("", "");
    late.add(List.of(event(0, 1, Level.FAILED)));
    assertThat(late.messages(HOUR, 5 * HOUR)).as("the first came before").isEqualTo(4);
  }

  @Test
  void quietHoursHoldTheMessages() {
    String nights =
        ",\"quietHours\":[{\"weekdays\":[\"THURSDAY\"],\"from\":\"00:00\",\"to\":\"03:00\","
            + "\"timeZone\":\"UTC\",\"levels\":[\"FAILED\",\"DEGRADED\"]}]";
    GroupReplay replay = replay("", nights);
    replay.add(List.of(event(0, 1, Level.FAILED)));
    assertThat(replay.messages(0, 3 * HOUR)).isZero();
    GroupReplay longer = replay("", nights);
    longer.add(List.of(event(0, 1, Level.FAILED)));
    assertThat(longer.messages(0, 3 * HOUR + 2 * SECOND * 60)).isEqualTo(1);
  }

  /**
   * Second, check and level of each alert; the levels in small letters are not received. Messages
   * come 30 seconds after the first alert and at each minute from there.
   */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          0a=D,                            600, 1, degradations alone
          0a=F 40b=F 60b=R,                600, 1, what recovers untold is no news
          0a=F 40b=F 100b=R,               600, 3, news and its end
          100b=R 0a=F 40b=F,               600, 3, in any order
          0a=F 40a=D,                      600, 2, another level
          0a=F 40a=R,                    10800, 2, nothing follows the end
          0a=F 40a=R 200a=F,               600, 3, a new group after the end
          0a=R 20a=F 45a=R,                600, 0, a recovery opens no group
          0a=F 0b=D,                      7200, 2, repeated for failures and degradations
          0a=F 20a=d 100a=F,               600, 1, a level that is not received waits untold
          0a=F,                             30, 0, the end of the range is exclusive
          """)
  void playsTheRulesOfGroups(String alerts, long seconds, long messages, String name) {
    GroupReplay replay = replay("", ",\"sendDegraded\":" + !alerts.contains("d"));
    List<Event> events = new ArrayList<>();
    for (String alert : alerts.split(" ", -1)) {
      int is = alert.indexOf('=');
      char level = alert.charAt(is + 1);
      long second = Long.parseLong(alert.substring(0, is - 1));
      Event event =
          event(
              second,
              alert.charAt(is - 1),
              switch (level) {
                case 'F' -> Level.FAILED;
                case 'R' -> Level.RECOVERED;
                default -> Level.DEGRADED;
              });
      boolean joins = level == 'F' || level == 'D';
      events.add(new Event(event.at(), event.subject(), second / 150, event.level(), joins));
    }
    replay.add(events);
    assertThat(replay.messages(0, seconds * SECOND)).as(name).isEqualTo(messages);
  }

  @Test
  void theBeginOfTheRangeIsInclusive() {
    GroupReplay replay = replay("", "");
    replay.add(List.of(event(0, 1, Level.FAILED)));
    assertThat(replay.messages(30 * SECOND, 60 * SECOND)).isEqualTo(1);
  }

  @Test
  void furtherGroupsShareOne() {
    GroupReplay replay = replay("\"TAG:of\"", "");
    List<Event> storm = new ArrayList<>();
    for (int i = 0; i < NewMembers.MOST_GROUPS + 20; i++) {
      GroupReplay.Subject subject =
          new GroupReplay.Subject(new UUID(0, i), null, "", List.of("of:" + i), "");
      storm.add(new Event(0, subject, 0, Level.FAILED, true));
    }
    replay.add(storm);
    assertThat(replay.messages(0, HOUR)).isEqualTo(NewMembers.MOST_GROUPS + 1);
  }

  @Test
  void takesABoundedNumberOfAlerts() {
    GroupReplay replay = replay("\"HOST\"", "");
    List<Event> many = Collections.nCopies(GroupReplay.MOST_ALERTS, event(0, 1, Level.FAILED));
    assertThat(replay.add(many)).isTrue();
    assertThat(replay.add(List.of(event(0, 2, Level.FAILED)))).isFalse();
    assertThat(replay.messages(0, 60 * SECOND)).isEqualTo(1);
    assertThat(replay.hasUnknownTerms()).isFalse();
    assertThat(replay("\"FAILURE\",\"HOST\"", "").hasUnknownTerms()).isTrue();
  }
}
