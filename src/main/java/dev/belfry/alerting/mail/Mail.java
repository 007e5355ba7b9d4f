package dev.belfry.alerting.mail;

import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A letter on its way to one receiver.
 *
 * @param id of the delivery: the same at every attempt, so that whoever gets a mail twice can tell
 * @param to address of the receiver, as somebody typed it
 * @param thread what it belongs with, null for nothing
 * @param unsubscribe where a POST ends the subscription (RFC 8058), null when there is none
 */
public record Mail(
    UUID id,
    String to,
    EmailContent content,
    Instant date,
    @Nullable Conversation thread,
    @Nullable URI unsubscribe) {

  /**
   * Mails that clients show together.
   *
   * @param root id of the first of them; need not exist
   * @param opens whether this mail is the first
   */
  public record Conversation(UUID root, boolean opens) {}
}
