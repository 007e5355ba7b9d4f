package dev.belfry.alerting.mail;

import dev.belfry.statuspages.subscription.DigestFrequency;
import dev.belfry.statuspages.subscription.SubscriberDigest;
import dev.belfry.statuspages.subscription.SubscriberMessage;
import java.net.URI;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the e-mail of a digest. Pure. */
final class DigestEmail {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm z", Locale.ENGLISH);
  private static final int LONGEST_TITLE = 200;
  private static final int LONGEST_SERVICE = 100;

  private DigestEmail() {}

  static EmailContent of(SubscriberDigest digest) {
    SubscriberMessage message = digest.message();
    String page = Wording.line(message.pageName(), SubscriberEmails.NAME_IN_SUBJECT);
    String count = Wording.count(digest.incidents().size() + digest.more(), "incident");
    String period = digest.frequency() == DigestFrequency.WEEKLY ? "Weekly digest" : "Daily digest";
    URI home = Wording.link(message.pageUrl());
    List<EmailContent.Fact> facts = new ArrayList<>();
    for (SubscriberDigest.Incident incident : digest.incidents()) {
      facts.add(fact(incident, message.pageUrl(), digest));
    }
    if (digest.more() > 0) {
      facts.add(new EmailContent.Fact("More", digest.more() + " on the status page", home));
    }
    return new EmailContent(
        page + ": " + period.toLowerCase(Locale.ROOT) + ", " + count,
        new EmailContent.Heading(
            EmailStyle.PLAIN,
            period,
            page,
            count + " changed since " + TIME.format(digest.since().atZone(digest.zone())) + "."),
        "",
        facts,
        home == null ? List.of() : List.of(new EmailContent.Link("See the status page", home)),
        new EmailContent.Closing(
            SubscriberEmails.reason(page, message.isChoiceGone()), leave(message)));
  }

  private static EmailContent.@Nullable Link leave(SubscriberMessage message) {
    URI link = Wording.link(message.unsubscribeUrl());
    return link == null ? null : new EmailContent.Link(SubscriberEmails.LEAVE, link);
  }

  /** The status of an incident, and its title with services and times. */
  private static EmailContent.Fact fact(
      SubscriberDigest.Incident incident, String page, SubscriberDigest digest) {
    StringBuilder text = new StringBuilder(Wording.line(incident.name(), LONGEST_TITLE));
    if (!incident.services().isEmpty()) {
      text.append(" (")
          .append(
              String.join(
                  ", ",
                  incident.services().stream()
                      .map(name -> Wording.line(name, LONGEST_SERVICE))
                      .toList()))
          .append(')');
    }
    text.append(", since ").append(TIME.format(incident.began().atZone(digest.zone())));
    if (!incident.changed().equals(incident.began())) {
      text.append(", changed ").append(TIME.format(incident.changed().atZone(digest.zone())));
    }
    return new EmailContent.Fact(
        SubscriberEmails.words(incident.status()),
        text.toString(),
        Wording.link(page + "/incidents/" + incident.id()));
  }
}
