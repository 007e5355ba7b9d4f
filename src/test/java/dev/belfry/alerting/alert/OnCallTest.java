package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.channel.QuietHours;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which channels speak while persons are on call. */
class OnCallTest {
  private static final UUID CHECK = UUID.randomUUID();

  /**
   * Reads {@code 1:Ada}, a channel of schedule 1 for Ada, {@code 1:Ada+7} for a member with an id,
   * {@code 1:Ada/} for a channel that is leaving, and {@code -} for one without a schedule.
   */
  private static SubscribedChannel channel(String text, long id, Set<String> now) {
    boolean leaving = text.endsWith("/");
    String[] parts = text.replace("/", "").split(":", -1);
    OnCall onCall =
        parts[0].equals("-")
            ? null
            : new OnCall(
                Long.parseLong(parts[0]),
                parts[1].isEmpty() ? Set.of() : Set.of(parts[1].split("\\+", -1)),
                parts[0].equals("1") ? now : Set.of());
    return new SubscribedChannel(
        CHECK, id, true, true, true, 0, QuietHours.NONE, false, onCall, leaving);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      textBlock =
          """
          1:Ada 1:Bob,      ada,     0,   the person on call
          1:Ada 1:Bob,      ada bob, 0 1, both
          1:Ada 1:Bob,      none,    0 1, nobody on call or no copy: everybody
          1:Ada 1:Bob,      eve,     0 1, a person without a channel: everybody
          1:Ada - 1:Bob,    bob,     1 2, a channel without a schedule speaks always
          1:Ada 2:Eve,      bob,     0 1, another schedule has no copy
          1:Ada 2:Eve,      ada,     0 1, each schedule by itself
          1:ADA 1:Bob,      ada,     0,   capitals do not matter
          1:Ada 1:Ada,      ada,     0 1, two channels of one person
          1:Ada/ 1:Bob,     ada,     0 1, the channel is being deleted: everybody
          1:Ada+7 1:Bob,    7,       0,   a member is named by address and id
          1: 1:Bob,         bob,     1,   a member who has left
          1: 1:Bob,         ada,     0 1, a member who has left is on call: everybody
          """)
  void speaks(String channels, String now, String speaking, String name) {
    Set<String> persons = now == null ? Set.of() : Set.of(now.split(" ", -1));
    String[] texts = channels.split(" ", -1);
    List<SubscribedChannel> all =
        IntStream.range(0, texts.length).mapToObj(i -> channel(texts[i], i, persons)).toList();
    Set<Long> covered = OnCall.covered(all);
    assertThat(
            all.stream()
                .filter(channel -> channel.speaks(covered))
                .map(channel -> Long.toString(channel.channelId())))
        .as(name)
        .containsExactlyElementsOf(Arrays.asList(speaking.split(" ")));
  }
}
