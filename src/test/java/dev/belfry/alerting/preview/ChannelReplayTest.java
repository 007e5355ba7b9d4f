package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.SubscribedChannel;
import dev.belfry.alerting.grouping.GroupReplay;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.QuietHours;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quiet from 02:00 to 03:00; alerts as letters, one for each half hour from 01:00 on. */
class ChannelReplayTest {
  private static final long HOUR = 3_600_000;
  private static final UUID CHECK = new UUID(0, 1);
  private static final String QUIET =
      "{\"quietHours\":[{\"weekdays\":[\"THURSDAY\"],\"from\":\"02:00\",\"to\":\"03:00\","
          + "\"timeZone\":\"UTC\"}]}";

  @ParameterizedTest
  @CsvSource({
    "F....., 1, told at once",
    "F.R..., 2, the recovery waits and is told",
    "..F..., 1, told at three",
    "..FR..., 0, neither what began nor what ended in the quiet hour",
    "..F..R., 2, told at three and its recovery after",
    "F.M..., 1, a reminder is left out",
    "F...M., 2, a reminder afterwards",
    "..D..F.R, 3, degraded at three then failed and recovered",
    "..DF..R, 2, the failure replaces the waiting message",
    "FR.FR.., 2, the second outage is not told"
  })
  void quietHoursHoldMessages(String strip, long messages, String why) {
    ChannelReplay replay = new ChannelReplay(channel(), 0, 24 * HOUR);
    replay.add(
        new GroupReplay.Subject(CHECK, null, "", List.of(), ""),
        alerts(strip),
        channel().channel());
    replay.count();
    assertThat(replay.messages()).as(why).isEqualTo(messages);
    ChannelReplay outside = new ChannelReplay(channel(), 20 * HOUR, 24 * HOUR);
    outside.add(
        new GroupReplay.Subject(CHECK, null, "", List.of(), ""),
        alerts(strip),
        channel().channel());
    assertThat(outside.messages()).as("outside of the range").isZero();
  }

  private static PreviewedChannel channel() {
    SubscribedChannel all =
        new SubscribedChannel(CHECK, 1, true, true, true, 0, QuietHours.NONE, false, null, false);
    return new PreviewedChannel(all, "{}").with(JsonText.parse(QUIET));
  }

  private static List<ReplayedAlert> alerts(String strip) {
    List<ReplayedAlert> alerts = new ArrayList<>();
    long episode = 1;
    boolean degraded = false;
    for (int i = 0; i < strip.length(); i++) {
      AlertType type =
          switch (strip.charAt(i)) {
            case 'F' -> degraded ? AlertType.ALERT_DEGRADED_FAILURE : AlertType.ALERT_FAILURE;
            case 'D' -> AlertType.ALERT_DEGRADED;
            case 'M' -> AlertType.ALERT_FAILURE_REMAIN;
            case 'R' -> AlertType.ALERT_RECOVERY;
            default -> AlertType.NO_ALERT;
          };
      if (type != AlertType.NO_ALERT) {
        alerts.add(new ReplayedAlert(type, 0, HOUR + i * HOUR / 2, episode));
      }
      degraded = type == AlertType.ALERT_DEGRADED || (degraded && type == AlertType.NO_ALERT);
      episode += type == AlertType.ALERT_RECOVERY ? 1 : 0;
    }
    return alerts;
  }
}
