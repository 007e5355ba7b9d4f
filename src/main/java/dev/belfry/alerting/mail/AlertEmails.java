package dev.belfry.alerting.mail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.alert.AlertType;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What an alert says to people. Pure. */
public final class AlertEmails {
  private static final int NAME_IN_SUBJECT = 120;

  private final AlertEmailModel news;

  private AlertEmails(AlertEmailModel news) {
    this.news = news;
  }

  /**
   * The letter of an alert.
   *
   * @param address whom it goes to
   */
  public static EmailContent of(AlertEmailModel news, String address) {
    return new AlertEmails(news).letter(address);
  }

  private EmailContent letter(String address) {
    URI result = Wording.link(news.word("RESULT_LINK"));
    return new EmailContent(
        subject(),
        new EmailContent.Heading(tone(), badge(), name(), lead()),
        "",
        facts(),
        result == null ? null : new EmailContent.Link("See the result", result),
        new EmailContent.Closing(
            "Belfry sends this because an alert channel for "
                + Wording.line(address, 254)
                + " is subscribed to this monitor. Change the channel to get less of it.",
            null));
  }

  private String name() {
    String name = news.word("CHECK_NAME");
    return name.isEmpty() ? "A monitor" : name;
  }

  private String subject() {
    String name = Wording.line(name(), NAME_IN_SUBJECT);
    String subject =
        switch (news.type()) {
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
    return news.reminder() > 0 ? subject + " (reminder " + news.reminder() + ")" : subject;
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
    return news.context().path("SSL_DAYS_REMAINING").asLong();
  }

  private EmailStyle tone() {
    return switch (news.type()) {
      case NO_ALERT -> EmailStyle.PLAIN;
      case ALERT_FAILURE, ALERT_FAILURE_REMAIN, ALERT_DEGRADED_FAILURE -> EmailStyle.BAD;
      case ALERT_DEGRADED, ALERT_DEGRADED_REMAIN, ALERT_FAILURE_DEGRADED -> EmailStyle.WARNING;
      case ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY -> EmailStyle.GOOD;
      case ALERT_SSL -> days() < 0 ? EmailStyle.BAD : EmailStyle.WARNING;
    };
  }

  private String badge() {
    return switch (news.type()) {
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
    String length = Wording.length(Duration.between(news.since(), news.decided()));
    String error = news.word("CHECK_ERROR_MESSAGE");
    String because = error.isEmpty() ? "." : ": " + sentence(error);
    return switch (news.type()) {
      case NO_ALERT -> "Nothing is wrong.";
      case ALERT_FAILURE -> "The check fails" + because;
      case ALERT_FAILURE_REMAIN -> "The check has been failing for " + length + because;
      case ALERT_DEGRADED_FAILURE -> "The check was degraded and now fails" + because;
      case ALERT_FAILURE_DEGRADED -> "The check no longer fails, but it is degraded" + because;
      case ALERT_DEGRADED -> "The check passes, but it is degraded" + because;
      case ALERT_DEGRADED_REMAIN -> "The check has been degraded for " + length + because;
      case ALERT_RECOVERY -> "The check passes again after " + length + " of trouble.";
      case ALERT_DEGRADED_RECOVERY -> "The check is quick again after " + length + ".";
      case ALERT_SSL -> expiry();
    };
  }

  private String expiry() {
    String domain = news.word("SSL_CHECK_DOMAIN");
    String whose = "The certificate" + (domain.isEmpty() ? "" : " of " + domain);
    long days = days();
    if (days < 0) {
      return whose + " expired " + Wording.count(-days, "day") + " ago. Clients refuse it.";
    }
    return whose
        + (days == 0 ? " expires today." : " expires in " + Wording.count(days, "day") + ".")
        + " Clients refuse it from then on.";
  }

  private static String sentence(String text) {
    return text.matches(".*[.!?…]$") ? text : text + ".";
  }

  private List<EmailContent.Fact> facts() {
    List<EmailContent.Fact> facts = new ArrayList<>();
    String address = news.word("url");
    if (!address.isEmpty()) {
      facts.add(new EmailContent.Fact("Address", address, Wording.link(address)));
    }
    add(facts, "Group", news.word("GROUP_NAME"));
    add(facts, "Description", news.word("CHECK_DESCRIPTION"));
    add(facts, "Location", news.word("RUN_LOCATION"));
    if (news.type() != AlertType.ALERT_SSL) {
      add(facts, isOver() ? "Began" : "Since", Wording.time(news.since()));
      add(facts, isOver() ? "Ended" : "Decided", Wording.time(news.decided()));
      String millis = news.word("RESPONSE_TIME");
      add(facts, "Response time", millis.isEmpty() ? "" : millis + " ms");
      add(
          facts,
          "Status",
          (news.word("API_CHECK_RESPONSE_STATUS_CODE")
                  + " "
                  + news.word("API_CHECK_RESPONSE_STATUS_TEXT"))
              .strip());
    }
    add(facts, "Tags", tags());
    add(facts, isOver() ? "Ended by" : "Raised by", raisedBy());
    add(facts, "Reminder", reminder());
    return facts;
  }

  private static void add(List<EmailContent.Fact> facts, String label, String value) {
    if (!value.isEmpty()) {
      facts.add(new EmailContent.Fact(label, value));
    }
  }

  private boolean isOver() {
    return news.type() == AlertType.ALERT_RECOVERY
        || news.type() == AlertType.ALERT_DEGRADED_RECOVERY;
  }

  private String tags() {
    List<String> tags = new ArrayList<>();
    for (JsonNode tag : news.context().path("TAGS")) {
      tags.add(Wording.line(tag.asText(), 60));
    }
    return String.join(", ", tags);
  }

  private String raisedBy() {
    return switch (news.type()) {
      case ALERT_FAILURE, ALERT_FAILURE_REMAIN, ALERT_DEGRADED_FAILURE ->
          Wording.threshold(news.settings(), false);
      case ALERT_DEGRADED, ALERT_DEGRADED_REMAIN -> Wording.threshold(news.settings(), true);
      case ALERT_FAILURE_DEGRADED -> "the first degraded run after failing";
      case ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY -> "the first run that passed";
      case ALERT_SSL -> "the days of advance notice of this alert channel";
      case NO_ALERT -> "";
    };
  }

  private String reminder() {
    int amount = news.settings().reminders().amount();
    if (news.reminder() == 0) {
      return "";
    }
    String every = "every " + Wording.count(news.settings().reminders().interval(), "minute");
    return amount >= 100_000
        ? news.reminder() + ", " + every + " until it recovers"
        : news.reminder() + " of " + Math.max(amount, news.reminder()) + ", " + every;
  }
}
