package dev.belfry.alerting.mail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.api.auth.Role;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.EscalationType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.time.YearMonth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** One e-mail of each kind, as the golden files show them. */
public final class SampleEmails {
  static final String ADDRESS = "ops@example.com";
  private static final Instant SINCE = Instant.parse("2026-11-20T08:15:30Z");

  private static final String CONTEXT =
      """
      {"CHECK_NAME": "Checkout", "CHECK_ERROR_MESSAGE": "expected a status below 400, got 503",
       "CHECK_DESCRIPTION": "The last step of the shop", "GROUP_NAME": "Shop",
       "RUN_LOCATION": "eu-central-1", "RESPONSE_TIME": 132, "TAGS": ["shop", "prod"],
       "API_CHECK_RESPONSE_STATUS_CODE": 503, "API_CHECK_RESPONSE_STATUS_TEXT": "Service Unavailable",
       "RESULT_LINK": "https://belfry.example.org/console/monitors/3f6a1c52",
       "SSL_CHECK_DOMAIN": "shop.example.com", "SSL_DAYS_REMAINING": 12,
       "url": "https://shop.example.com/checkout?step=4"}
      """;

  private static final String LOCATIONS =
      """
      {"CHECK_NAME": "Checkout", "CHECK_ERROR_MESSAGE": "expected a status below 400, got 503",
       "RUN_LOCATION": "eu-central-1", "RESPONSE_TIME": 132,
       "LOCATIONS_SUMMARY":
         "failed at 2 of 3 locations (2 needed): eu-central-1, us-east-1; passed: sa-east-1",
       "LOCATIONS": [
         {"location": "eu-central-1", "verdict": "FAILED",
          "error": "expected a status below 400, got 503"},
         {"location": "us-east-1", "verdict": "FAILED", "error": "<b>no</b>\\r\\nanswer in 30 s"},
         {"location": "sa-east-1", "verdict": "PASSED"}],
       "RESULT_LINK": "https://belfry.example.org/console/monitors/3f6a1c52",
       "url": "https://shop.example.com/checkout?step=4"}
      """;

  private SampleEmails() {}

  public static Map<String, EmailContent> all() {
    Map<String, EmailContent> emails = new LinkedHashMap<>();
    for (AlertType type : AlertType.values()) {
      int reminder = type.name().endsWith("REMAIN") ? 2 : 0;
      emails.put(type.name(), AlertEmails.of(model(type, reminder, CONTEXT), ADDRESS, null));
    }
    emails.put(
        "LOCATIONS", AlertEmails.of(model(AlertType.ALERT_FAILURE, 0, LOCATIONS), ADDRESS, null));
    emails.put("CONFIRMATION", SubscriberEmails.of(confirmation()));
    emails.put("UPDATE", SubscriberEmails.of(update("MAJOR", "INVESTIGATING")));
    emails.put("UPDATE_RESOLVED", SubscriberEmails.of(update("MAJOR", "RESOLVED")));
    emails.put("INVITATION", invitation("Grace Hopper", "Example Ltd"));
    emails.put(
        "INVITATION_HOSTILE", invitation("Eve\r\nBcc: a@b.c <i>\u202e", "Win a prize ".repeat(30)));
    emails.put("TEST", TestEmail.of(ADDRESS, SINCE));
    emails.put("CHANNEL_FAILURE", notice(false).content(ADDRESS, SINCE));
    emails.put("CHANNEL_RECOVERY", notice(true).content(ADDRESS, SINCE));
    emails.put("OBJECTIVE_ALERT", budget(false).content(ADDRESS, SINCE));
    emails.put("OBJECTIVE_RECOVERY", budget(true).content(ADDRESS, SINCE));
    emails.put("OBJECTIVE_REPORT", report(true));
    emails.put("OBJECTIVE_REPORT_WITHOUT_FILE", report(false));
    emails.put(
        "HOSTILE", AlertEmails.of(hostile(), "ops@example.com\r\nBcc: all@example.com", null));
    return emails;
  }

  public static EmailContent named(String name) {
    return Objects.requireNonNull(all().get(name));
  }

  private static EmailContent invitation(String inviter, String account) {
    return new InvitationEmail(
            "ada@example.com",
            account,
            inviter,
            "grace@example.com",
            Role.EDITOR,
            "https://belfry.example.org/console/join#inv_0c1f2a907b4e4d538e0a93d5b8f1c247",
            SINCE,
            TimeFormat.PLAIN)
        .content();
  }

  public static AlertEmailModel model(AlertType type, int reminder, String context) {
    boolean timed = type == AlertType.ALERT_DEGRADED || type == AlertType.ALERT_DEGRADED_REMAIN;
    AlertSettings settings =
        new AlertSettings(
            timed ? EscalationType.TIME_BASED : EscalationType.RUN_BASED,
            new AlertSettings.Reminders(3, 10),
            new AlertSettings.RunBasedEscalation(2),
            new AlertSettings.TimeBasedEscalation(15),
            new AlertSettings.ParallelRunFailureThreshold(!timed, 50));
    return new AlertEmailModel(
        type, reminder, SINCE, SINCE.plusSeconds(1_234), settings, json(context));
  }

  private static NoticeEmail notice(boolean isRecovery) {
    return new NoticeEmail(
        NoticeEmail.About.CHANNEL,
        isRecovery,
        "Channel \"Ops\" (webhook) " + (isRecovery ? "delivers again" : "cannot deliver"),
        "Channel \"Ops\" (webhook)",
        "HTTP 410: Gone. Alerts to it do not arrive. Correct the channel and send it a test.",
        "https://belfry.example.org/console/channels/7/edit");
  }

  private static NoticeEmail budget(boolean isRecovery) {
    return new NoticeEmail(
        NoticeEmail.About.OBJECTIVE,
        isRecovery,
        "Objective \"Shop sells\" "
            + (isRecovery
                ? "no longer spends its budget fast"
                : "spends its error budget too fast"),
        "Checkout",
        isRecovery
            ? ""
            : "The budget of 99.9 % good runs in 30 days is spent 20.0 times too fast over 1 hour.",
        "https://belfry.example.org/console/monitors/1");
  }

  /** Of eight objectives, of which some are named. */
  private static EmailContent report(boolean attached) {
    List<ObjectiveReportSummary.Line> lines =
        List.of(
            new ObjectiveReportSummary.Line(
                "Checkout <b>sells</b> & ships", 99.9, 99.7801, -119.9, -53.51, 12),
            new ObjectiveReportSummary.Line("Search", 99.5, 99.49, -2.0, -4.46, 0),
            new ObjectiveReportSummary.Line("Nightly export", 99.9, null, null, null, 3),
            new ObjectiveReportSummary.Line("Home page", 99.99, 100.0, 100.0, 4.464, 0));
    return ObjectiveReportEmail.of(
        new ObjectiveReportSummary(
            YearMonth.of(2026, 10),
            8,
            attached ? 2 : 0,
            2,
            lines.subList(attached ? 0 : 2, lines.size())),
        attached,
        ADDRESS,
        SINCE,
        "https://belfry.example.org/console/objectives",
        "https://belfry.example.org/v1/objectives/report.csv?month=2026-10");
  }

  static AlertEmailModel hostile() {
    return model(
        AlertType.ALERT_FAILURE,
        0,
        """
        {"CHECK_NAME": "<script>alert(1)</script>\\r\\nBcc: victim@example.com\\r\\n\\r\\n<h1>x</h1>",
         "CHECK_ERROR_MESSAGE": "\\"><img src=x onerror=alert(1)> & \\u0000 Übergröße \\u2028 日本語",
         "RUN_LOCATION": "<b>nowhere</b>", "TAGS": ["</td></table><script>", "' onmouseover='x"],
         "url": "javascript:alert(1)//https://example.com",
         "RESULT_LINK": "https://example.com/\\"onclick=\\"alert(1)"}
        """);
  }

  private static SubscriberEmailModel confirmation() {
    return new SubscriberEmailModel(
        "reader@example.net",
        "Example status",
        URI.create("https://status.example.com"),
        URI.create("https://belfry.example.org/subscriptions/confirm?token=abc"),
        URI.create("https://belfry.example.org/subscriptions/unsubscribe?token=abc"),
        false,
        null);
  }

  static SubscriberEmailModel update(String severity, String status) {
    return new SubscriberEmailModel(
        "reader@example.net",
        "Example status",
        URI.create("https://status.example.com"),
        null,
        URI.create("https://belfry.example.org/subscriptions/unsubscribe?token=abc"),
        false,
        new SubscriberEmailModel.Update(
            UUID.fromString("019a0000-0000-7000-8000-000000000001"),
            "Payments are slow",
            severity,
            status,
            List.of("Checkout", "Card payments"),
            """
            Some payments take longer than a minute. We see why, and are adding capacity.

            Nothing is charged twice: <b>please do not pay again</b> & wait.
            """,
            SINCE));
  }

  private static JsonNode json(String text) {
    try {
      return JsonMapper.builder().build().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
