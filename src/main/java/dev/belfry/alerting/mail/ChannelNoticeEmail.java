package dev.belfry.alerting.mail;

import java.net.URI;
import java.time.Instant;
import java.util.List;

/**
 * The e-mail about another channel of the account. Pure.
 *
 * @param isRecovery whether the channel works again
 * @param title what happened, in one line
 * @param channel the other channel
 * @param reason why it cannot deliver and what to do, empty for a recovery
 * @param link where the channel is changed
 */
public record ChannelNoticeEmail(
    boolean isRecovery, String title, String channel, String reason, String link)
    implements NoticeEmail {
  private static final int LONGEST_SUBJECT = 150;
  private static final int LONGEST_LINE = 1_000;

  @Override
  public EmailContent content(String address, Instant at) {
    URI target = Wording.link(link);
    return new EmailContent(
        Wording.line(title, LONGEST_SUBJECT),
        new EmailContent.Heading(
            isRecovery ? EmailStyle.GOOD : EmailStyle.BAD,
            isRecovery ? "Works again" : "Cannot deliver",
            Wording.line(channel, LONGEST_SUBJECT),
            isRecovery
                ? "Alerts to this channel arrive again."
                : Wording.line(reason, LONGEST_LINE)),
        "",
        List.of(new EmailContent.Fact("Noticed", Wording.time(at))),
        target == null ? List.of() : List.of(new EmailContent.Link("Open the channel", target)),
        new EmailContent.Closing(
            "You receive this because an alert channel for "
                + Wording.line(address, 254)
                + " sends failures. It tells you when another channel of the account cannot.",
            null));
  }
}
