package dev.belfry.alerting.mail;

import dev.belfry.alerting.alert.AlertType;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The e-mail about a group of alerts. Pure.
 *
 * @param type of the alert that it is most like
 * @param title what happened, in one line
 * @param subject the monitors, in one line
 * @param lines the members that are named
 * @param more number of other members
 * @param link where the alerts are listed
 * @param acknowledge link that acknowledges all of them, empty for none
 */
public record GroupEmail(
    AlertType type,
    String title,
    String subject,
    List<Line> lines,
    int more,
    String link,
    String acknowledge) {
  private static final int LONGEST_SUBJECT = 150;
  private static final int LONGEST_NAME = 120;
  private static final int LONGEST_ERROR = 200;

  public GroupEmail {
    lines = List.copyOf(lines);
  }

  /** A member. */
  public record Line(String name, String state, String error, String link) {}

  EmailContent content(String address, Instant at) {
    List<EmailContent.Fact> facts = new ArrayList<>();
    for (Line line : lines) {
      String error = line.state().equals("RECOVERED") ? "" : line.error();
      facts.add(
          new EmailContent.Fact(
              state(line.state()),
              Wording.line(line.name(), LONGEST_NAME)
                  + (error.isEmpty() ? "" : ": " + Wording.line(error, LONGEST_ERROR)),
              Wording.link(line.link())));
    }
    if (more > 0) {
      facts.add(new EmailContent.Fact("More", Wording.count(more, "other monitor")));
    }
    facts.add(new EmailContent.Fact("Sent", Wording.time(at)));
    List<EmailContent.Link> links = new ArrayList<>();
    add(links, "Open the alerts", link);
    add(links, "Acknowledge", acknowledge);
    return new EmailContent(
        Wording.line(title, LONGEST_SUBJECT),
        new EmailContent.Heading(
            style(), badge(), Wording.line(subject, LONGEST_SUBJECT), Wording.line(title, 500)),
        "",
        facts,
        links,
        new EmailContent.Closing(
            "You receive this because an alert channel for "
                + Wording.line(address, 254)
                + " is subscribed to these monitors. It groups its alerts.",
            null));
  }

  private static void add(List<EmailContent.Link> links, String text, String address) {
    URI target = Wording.link(address);
    if (target != null) {
      links.add(new EmailContent.Link(text, target));
    }
  }

  private static String state(String level) {
    return switch (level) {
      case "FAILED" -> "Failing";
      case "DEGRADED" -> "Degraded";
      case "RECOVERED" -> "Recovered";
      default -> "Removed";
    };
  }

  private EmailStyle style() {
    return switch (type) {
      case ALERT_RECOVERY -> EmailStyle.GOOD;
      case ALERT_DEGRADED, ALERT_DEGRADED_REMAIN -> EmailStyle.WARNING;
      default -> EmailStyle.BAD;
    };
  }

  private String badge() {
    return switch (type) {
      case ALERT_RECOVERY -> "Recovered";
      case ALERT_DEGRADED -> "Degraded";
      case ALERT_DEGRADED_REMAIN -> "Still degraded";
      case ALERT_FAILURE_REMAIN -> "Still failing";
      default -> "Failing";
    };
  }
}
