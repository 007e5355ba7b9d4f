package dev.belfry.alerting.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What subscribers of a status page read. Pure. */
final class SubscriberLetters {
  private static final int NAME_IN_SUBJECT = 120;

  private SubscriberLetters() {}

  static Letter of(SubscriberNews news) {
    return news.update() == null ? confirmation(news) : update(news, news.update());
  }

  private static Letter confirmation(SubscriberNews news) {
    String page = Wording.line(news.page(), NAME_IN_SUBJECT);
    return new Letter(
        "Confirm your subscription to " + page,
        new Letter.Heading(
            Tone.PLAIN,
            "Please confirm",
            page,
            "Somebody, hopefully you, asked for news of this status page at this address."
                + " Nothing is sent until you confirm."),
        "",
        pageFact(news),
        news.confirm() == null ? null : new Letter.Link("Confirm the subscription", news.confirm()),
        new Letter.Closing("It was not you? Then do nothing: you will not hear from us.", null));
  }

  private static Letter update(SubscriberNews news, SubscriberNews.Update update) {
    String page = Wording.line(news.page(), NAME_IN_SUBJECT);
    String name = Wording.line(update.name(), NAME_IN_SUBJECT);
    String status = words(update.status());
    List<Letter.Fact> facts = new ArrayList<>();
    facts.add(new Letter.Fact("Status", status));
    facts.add(new Letter.Fact("Severity", words(update.severity())));
    if (!update.services().isEmpty()) {
      String services =
          String.join(", ", update.services().stream().map(one -> Wording.line(one, 100)).toList());
      facts.add(new Letter.Fact(update.services().size() == 1 ? "Service" : "Services", services));
    }
    facts.add(new Letter.Fact("Posted", Wording.time(update.at())));
    facts.addAll(pageFact(news));
    return new Letter(
        page + ": " + name + " (" + status.toLowerCase(Locale.ROOT) + ")",
        new Letter.Heading(tone(update), status, name, ""),
        update.text().strip(),
        facts,
        news.pageUrl() == null ? null : new Letter.Link("See the status page", news.pageUrl()),
        new Letter.Closing(
            "You get this because you subscribed to " + page + ".", unsubscribe(news)));
  }

  private static Letter.@Nullable Link unsubscribe(SubscriberNews news) {
    return news.unsubscribe() == null ? null : new Letter.Link("Unsubscribe", news.unsubscribe());
  }

  private static List<Letter.Fact> pageFact(SubscriberNews news) {
    return news.pageUrl() == null
        ? List.of()
        : List.of(new Letter.Fact("Page", news.pageUrl().toString(), news.pageUrl()));
  }

  private static Tone tone(SubscriberNews.Update update) {
    if (update.status().equals("RESOLVED")) {
      return Tone.GOOD;
    }
    return switch (update.severity()) {
      case "CRITICAL", "MAJOR" -> Tone.BAD;
      case "MEDIUM", "MINOR" -> Tone.WARNING;
      default -> Tone.PLAIN;
    };
  }

  /** {@code IN_PROGRESS} is {@code In progress}. */
  private static String words(String wire) {
    String words = Wording.line(wire, 60).replace('_', ' ').toLowerCase(Locale.ROOT);
    return words.isEmpty() ? "" : Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }
}
