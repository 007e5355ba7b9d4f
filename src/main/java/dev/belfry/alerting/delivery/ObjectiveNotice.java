package dev.belfry.alerting.delivery;

import dev.belfry.platform.outbox.Delivery;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a message says about the error budget of an objective. */
final class ObjectiveNotice {
  /** The variable with the urgency: PAGE or TICKET. */
  static final String SEVERITY = "OBJECTIVE_SEVERITY";

  private ObjectiveNotice() {}

  /**
   * An episode of an objective.
   *
   * @param subject name of the monitor or group, or what names the monitors with a tag
   * @param target percentage of good runs
   * @param factor burn rate that both windows exceeded
   * @param longRate burn rate of the long window at the start
   * @param shortRate burn rate of the short window at the start
   */
  record Episode(
      String objective,
      String subject,
      double target,
      int windowDays,
      String severity,
      double factor,
      long longMs,
      long shortMs,
      double longRate,
      double shortRate) {}

  /**
   * The variables of the message.
   *
   * @param link of the monitor or group, or of the list of monitors with a tag
   */
  static Map<String, Object> variables(Delivery.Kind kind, Episode episode, String link) {
    boolean begins = kind == Delivery.Kind.OBJECTIVE_ALERT;
    Map<String, Object> variables = new LinkedHashMap<>();
    variables.put(
        "ALERT_TITLE",
        "Objective \""
            + episode.objective()
            + (begins
                ? "\" spends its error budget too fast"
                : "\" no longer spends its budget fast"));
    variables.put("ALERT_TYPE", kind.name());
    variables.put("CHECK_NAME", episode.subject());
    variables.put("IS_REMINDER", false);
    variables.put("OBJECTIVE_NAME", episode.objective());
    variables.put(SEVERITY, episode.severity());
    variables.put("OBJECTIVE_TARGET", plain(episode.target()));
    if (begins) {
      variables.put("CHECK_ERROR_MESSAGE", explanation(episode));
    }
    variables.put("RESULT_LINK", link);
    return variables;
  }

  private static String explanation(Episode episode) {
    return String.format(
        Locale.ROOT,
        "The budget of %s %% good runs in %d days is spent %.1f times too fast over %s and %.1f"
            + " times over %s (limit %s).",
        plain(episode.target()),
        episode.windowDays(),
        episode.longRate(),
        words(episode.longMs()),
        episode.shortRate(),
        words(episode.shortMs()),
        plain(episode.factor()));
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private static String words(long millis) {
    Duration length = Duration.ofMillis(millis);
    if (length.toHours() < 1) {
      return length.toMinutes() + " minutes";
    }
    if (length.toHours() == 1) {
      return "1 hour";
    }
    return length.toDays() > 1 ? length.toDays() + " days" : length.toHours() + " hours";
  }
}
