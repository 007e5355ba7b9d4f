package dev.belfry.alerting.mail;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a message says, before it is written as text and as HTML. Every text is plain, with line
 * feeds at most in {@link #text()}; whoever writes it escapes.
 *
 * @param subject one line
 * @param text what a person wrote, possibly empty
 * @param action what to do about it, null for nothing
 */
public record EmailContent(
    String subject,
    Heading heading,
    String text,
    List<Fact> facts,
    @Nullable Link action,
    Closing closing) {
  public EmailContent {
    requireNonNull(subject);
    requireNonNull(heading);
    requireNonNull(text);
    requireNonNull(closing);
    facts = List.copyOf(facts);
  }

  /**
   * What is seen first.
   *
   * @param badge the state in a word or two
   * @param title what the message is about
   * @param lead what happened, in a sentence
   */
  public record Heading(EmailStyle style, String badge, String title, String lead) {}

  /**
   * A detail.
   *
   * @param address where it leads, null when it is no link
   */
  public record Fact(String label, String value, @Nullable URI address) {
    Fact(String label, String value) {
      this(label, value, null);
    }
  }

  /** Something to be clicked. */
  public record Link(String label, URI address) {}

  /**
   * The small print.
   *
   * @param reason why the receiver gets the message
   * @param unsubscribe how to get no more of them, null when that is not up to the receiver
   */
  public record Closing(String reason, @Nullable Link unsubscribe) {}
}
