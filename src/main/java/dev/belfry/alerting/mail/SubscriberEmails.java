package dev.belfry.alerting.mail;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the e-mails to status page subscribers. Pure. */
final class SubscriberEmails {
  static final int NAME_IN_SUBJECT = 120;

  /** Label of the link to the page that changes or ends a subscription. */
  static final String LEAVE = "Change or unsubscribe";

  private SubscriberEmails() {}

  static EmailContent of(SubscriberEmailModel model) {
    return model.update() == null ? confirmation(model) : update(model, model.update());
  }

  private static EmailContent confirmation(SubscriberEmailModel model) {
    String page = Wording.line(model.page(), NAME_IN_SUBJECT);
    return new EmailContent(
        "Confirm your subscription to " + page,
        new EmailContent.Heading(
            EmailStyle.PLAIN,
            "Please confirm",
            page,
            "This address was entered to receive incident updates of this status page."
                + " Confirm the subscription to receive them."),
        "",
        pageFact(model),
        link("Confirm the subscription", model.confirm()),
        new EmailContent.Closing(
            "If you did not request this, ignore this message. No updates will be sent.", null));
  }

  private static List<EmailContent.Link> link(String label, @Nullable URI address) {
    return address == null ? List.of() : List.of(new EmailContent.Link(label, address));
  }

  private static EmailContent update(
      SubscriberEmailModel model, SubscriberEmailModel.Update update) {
    String page = Wording.line(model.page(), NAME_IN_SUBJECT);
    String name = Wording.line(update.name(), NAME_IN_SUBJECT);
    String status = words(update.status());
    List<EmailContent.Fact> facts = new ArrayList<>();
    facts.add(new EmailContent.Fact("Status", status));
    facts.add(new EmailContent.Fact("Severity", words(update.severity())));
    if (!update.services().isEmpty()) {
      String services =
          String.join(", ", update.services().stream().map(one -> Wording.line(one, 100)).toList());
      facts.add(
          new EmailContent.Fact(update.services().size() == 1 ? "Service" : "Services", services));
    }
    facts.add(new EmailContent.Fact("Posted", Wording.time(update.at())));
    facts.addAll(pageFact(model));
    return new EmailContent(
        page + ": " + name + " (" + status.toLowerCase(Locale.ROOT) + ")",
        new EmailContent.Heading(style(update), status, name, ""),
        update.text().strip(),
        facts,
        link("See the status page", model.pageUrl()),
        new EmailContent.Closing(reason(page, model.isChoiceGone()), unsubscribe(model)));
  }

  /** Why a subscriber gets a message. */
  static String reason(String page, boolean isChoiceGone) {
    return "You receive this because you subscribed to "
        + page
        + "."
        + (isChoiceGone
            ? " It no longer shows the services that you chose, so you receive updates of all."
            : "");
  }

  private static EmailContent.@Nullable Link unsubscribe(SubscriberEmailModel model) {
    return model.unsubscribe() == null ? null : new EmailContent.Link(LEAVE, model.unsubscribe());
  }

  private static List<EmailContent.Fact> pageFact(SubscriberEmailModel model) {
    return model.pageUrl() == null
        ? List.of()
        : List.of(new EmailContent.Fact("Page", model.pageUrl().toString(), model.pageUrl()));
  }

  private static EmailStyle style(SubscriberEmailModel.Update update) {
    if (update.status().equals("RESOLVED")) {
      return EmailStyle.GOOD;
    }
    return switch (update.severity()) {
      case "CRITICAL", "MAJOR" -> EmailStyle.BAD;
      case "MEDIUM", "MINOR" -> EmailStyle.WARNING;
      default -> EmailStyle.PLAIN;
    };
  }

  /** {@code IN_PROGRESS} is {@code In progress}. */
  static String words(String wire) {
    String words = Wording.line(wire, 60).replace('_', ' ').toLowerCase(Locale.ROOT);
    return words.isEmpty() ? "" : Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }
}
