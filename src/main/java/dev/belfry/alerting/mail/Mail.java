package dev.belfry.alerting.mail;

import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An e-mail to one receiver.
 *
 * @param id of the delivery: the same at every attempt, so that a receiver recognizes a duplicate
 * @param to address of the receiver, as a user entered it
 * @param thread its conversation, null without one
 * @param attachment a file, null without one
 * @param unsubscribe address where a POST ends the subscription (RFC 8058), null without one
 */
public record Mail(
    UUID id,
    String to,
    EmailContent content,
    Instant date,
    @Nullable Conversation thread,
    @Nullable URI unsubscribe,
    @Nullable Attachment attachment) {
  /** A mail without a file. */
  public Mail(
      UUID id,
      String to,
      EmailContent content,
      Instant date,
      @Nullable Conversation thread,
      @Nullable URI unsubscribe) {
    this(id, to, content, date, thread, unsubscribe, null);
  }

  /** A text file in UTF-8 with comma-separated values. */
  public record Attachment(String name, String csv) {}

  /**
   * E-mails that clients show together.
   *
   * @param root id of the first e-mail; it need not exist
   * @param opens whether this mail is the first
   */
  public record Conversation(UUID root, boolean opens) {}
}
