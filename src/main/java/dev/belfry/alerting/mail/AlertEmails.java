package dev.belfry.alerting.mail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.alert.AlertType;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the e-mail of an alert. Pure. */
public final class AlertEmails {
  private static final int NAME_IN_SUBJECT = 120;
  private static final int MOST_LOCATIONS = 10;

  private final AlertEmailModel alert;
  private final @Nullable URI acknowledge;

  private AlertEmails(AlertEmailModel alert, @Nullable URI acknowledge) {
    this.alert = alert;
    this.acknowledge = acknowledge;
  }

  /**
   * The content of the e-mail.
   *
   * @param address of the receiver
   * @param acknowledge link that acknowledges the alert, null when there is nothing to acknowledge
   */
  public static EmailContent of(AlertEmailModel alert, String address, @Nullable URI acknowledge) {
    return new AlertEmails(alert, acknowledge).content(address);
  }

  private EmailContent content(String address) {
    return new EmailContent(
        subject(),
        new EmailContent.Heading(style(), badge(), name(), lead()),
        "",
        facts(),
        actions(),
        new EmailContent.Closing(
            "You receive this because an alert channel for "
                + Wording.line(address, 254)
                + " is subscribed to this monitor. Change the channel to receive fewer alerts.",
            null));
  }

  private List<EmailContent.Link> actions() {
    List<EmailContent.Link> actions = new ArrayList<>(2);
    URI monitor = Wording.link(alert.line("RESULT_LINK"));
    if (monitor != null) {
      actions.add(new EmailContent.Link("Open the monitor", monitor));
    }
    if (acknowledge != null) {
      actions.add(new EmailContent.Link("Acknowledge", acknowledge));
    }
    return actions;
  }

  private String name() {
    String name = alert.line("CHECK_NAME");
    return name.isEmpty() ? "A monitor" : name;
  }

  private String subject() {
    String name = Wording.line(name(), NAME_IN_SUBJECT);
    String subject = alert.isFlapping() ? badge() + ": " + name : subject(name);
    return alert.reminder() > 0 ? subject + " (reminder " + alert.reminder() + ")" : subject;
  }

  private String subject(String name) {
    return switch (alert.type()) {
      case NO_ALERT -> name;
      case ALERT_FAILURE -> "Failing: " + name;
      case ALERT_FAILURE_REMAIN -> "Still failing: " + name;
      case ALERT_FAILURE_DEGRADED -> "No longer failing, but degraded: " + name;
      case ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY -> "Recovered: " + name;
      case ALERT_DEGRADED -> "Degraded: " + name;
      case ALERT_DEGRADED_REMAIN -> "Still degraded: " + name;
      case ALERT_DEGRADED_FAILURE -> "Degraded, now failing: " + name;
      case ALERT_SSL -> certificate() + ": " + name;
    };
  }

  private String certificate() {
    long days = days();
    if (days < 0) {
      return "Certificate has expired";
    }
    return days == 0
        ? "Certificate expires today"
        : "Certificate expires in " + Wording.count(days, "day");
  }

  private long days() {
    return alert.context().path("SSL_DAYS_REMAINING").asLong();
  }

  private EmailStyle style() {
    return switch (alert.type()) {
      case NO_ALERT -> EmailStyle.PLAIN;
      case ALERT_FAILURE, ALERT_FAILURE_REMAIN, ALERT_DEGRADED_FAILURE -> EmailStyle.BAD;
      case ALERT_DEGRADED, ALERT_DEGRADED_REMAIN, ALERT_FAILURE_DEGRADED -> EmailStyle.WARNING;
      case ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY -> EmailStyle.GOOD;
      case ALERT_SSL -> days() < 0 ? EmailStyle.BAD : EmailStyle.WARNING;
    };
  }

  private String badge() {
    if (alert.isFlapping()) {
      return alert.reminder() > 0 ? "Still flapping" : "Flapping";
    }
    return switch (alert.type()) {
      case NO_ALERT -> "Notice";
      case ALERT_FAILURE, ALERT_DEGRADED_FAILURE -> "Failing";
      case ALERT_FAILURE_REMAIN -> "Still failing";
      case ALERT_DEGRADED, ALERT_FAILURE_DEGRADED -> "Degraded";
      case ALERT_DEGRADED_REMAIN -> "Still degraded";
      case ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY -> "Recovered";
      case ALERT_SSL -> "Certificate";
    };
  }

  private String lead() {
    String error = alert.line("CHECK_ERROR_MESSAGE");
    String because = error.isEmpty() ? "." : ": " + sentence(error);
    if (alert.isFlapping()) {
      return flapping() + because;
    }
    return (alert.isSettled() ? "The check no longer flaps. " : "") + lead(because);
  }

  private String lead(String because) {
    String length = Wording.length(Duration.between(alert.since(), alert.decided()));
    return switch (alert.type()) {
      case NO_ALERT -> "Nothing is wrong.";
      case ALERT_FAILURE -> "The check fails" + because;
      case ALERT_FAILURE_REMAIN -> "The check has been failing for " + length + because;
      case ALERT_DEGRADED_FAILURE -> "The check was degraded and now fails" + because;
      case ALERT_FAILURE_DEGRADED -> "The check no longer fails, but it is degraded" + because;
      case ALERT_DEGRADED -> "The check passes, but it is degraded" + because;
      case ALERT_DEGRADED_REMAIN -> "The check has been degraded for " + length + because;
      case ALERT_RECOVERY -> "The check has recovered after " + length + ".";
      case ALERT_DEGRADED_RECOVERY ->
          "The check has recovered after being degraded for " + length + ".";
      case ALERT_SSL -> expiry();
    };
  }

  private String flapping() {
    JsonNode changes = alert.context().path("FLAPPING_CHANGES");
    String often =
        changes.isNumber()
            ? " (%s within its last %s)"
                .formatted(
                    Wording.count(changes.asLong(), "change"),
                    Wording.count(alert.context().path("FLAPPING_RUNS").asLong(), "run"))
            : "";
    return "The check changes its state again and again"
        + often
        + ", so single changes are not sent until it has settled";
  }

  private String expiry() {
    String domain = alert.line("SSL_CHECK_DOMAIN");
    String whose = "The certificate" + (domain.isEmpty() ? "" : " of " + domain);
    long days = days();
    if (days < 0) {
      return whose + " expired " + Wording.count(-days, "day") + " ago. Clients reject it.";
    }
    return whose
        + (days == 0 ? " expires today." : " expires in " + Wording.count(days, "day") + ".")
        + " Clients reject it from then on.";
  }

  private static String sentence(String text) {
    return text.matches(".*[.!?…]$") ? text : text + ".";
  }

  private List<EmailContent.Fact> facts() {
    List<EmailContent.Fact> facts = new ArrayList<>();
    String address = alert.line("url");
    if (!address.isEmpty()) {
      facts.add(new EmailContent.Fact("Address", address, Wording.link(address)));
    }
    add(facts, "Group", alert.line("GROUP_NAME"));
    add(facts, "Description", alert.line("CHECK_DESCRIPTION"));
    add(facts, "Location", alert.line("RUN_LOCATION"));
    add(facts, "All locations", alert.line("LOCATIONS_SUMMARY"));
    locations(facts);
    if (alert.type() != AlertType.ALERT_SSL) {
      add(facts, isOver() ? "Began" : "Since", Wording.time(alert.since()));
      add(facts, isOver() ? "Ended" : "Raised", Wording.time(alert.decided()));
      String millis = alert.line("RESPONSE_TIME");
      add(facts, "Response time", millis.isEmpty() ? "" : millis + " ms");
      add(
          facts,
          "Status",
          (alert.line("API_CHECK_RESPONSE_STATUS_CODE")
                  + " "
                  + alert.line("API_CHECK_RESPONSE_STATUS_TEXT"))
              .strip());
    }
    add(facts, "Tags", tags());
    add(facts, isOver() ? "Ended by" : "Raised by", raisedBy());
    add(facts, "Reminder", reminder());
    return facts;
  }

  /** What is wrong at each location, if the run took place at several. */
  private void locations(List<EmailContent.Fact> facts) {
    int most = MOST_LOCATIONS;
    for (JsonNode one : alert.context().path("LOCATIONS")) {
      String error = Wording.line(one.path("error").asText(""), 200);
      if (!error.isEmpty() && most-- > 0) {
        add(facts, Wording.line(one.path("location").asText(""), 40), error);
      }
    }
  }

  private static void add(List<EmailContent.Fact> facts, String label, String value) {
    if (!value.isEmpty()) {
      facts.add(new EmailContent.Fact(label, value));
    }
  }

  private boolean isOver() {
    return alert.type() == AlertType.ALERT_RECOVERY
        || alert.type() == AlertType.ALERT_DEGRADED_RECOVERY;
  }

  private String tags() {
    List<String> tags = new ArrayList<>();
    for (JsonNode tag : alert.context().path("TAGS")) {
      tags.add(Wording.line(tag.asText(), 60));
    }
    return String.join(", ", tags);
  }

  private String raisedBy() {
    return switch (alert.type()) {
      case ALERT_FAILURE, ALERT_FAILURE_REMAIN, ALERT_DEGRADED_FAILURE ->
          Wording.threshold(alert.settings(), false);
      case ALERT_DEGRADED, ALERT_DEGRADED_REMAIN -> Wording.threshold(alert.settings(), true);
      case ALERT_FAILURE_DEGRADED -> "the first degraded run after failing";
      case ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY -> "the first run that passed";
      case ALERT_SSL -> "the expiry threshold of this alert channel";
      case NO_ALERT -> "";
    };
  }

  private String reminder() {
    int amount = alert.settings().reminders().amount();
    if (alert.reminder() == 0) {
      return "";
    }
    String every = "every " + Wording.count(alert.settings().reminders().interval(), "minute");
    return amount >= 100_000
        ? alert.reminder() + ", " + every + " until it recovers"
        : alert.reminder() + " of " + Math.max(amount, alert.reminder()) + ", " + every;
  }
}
