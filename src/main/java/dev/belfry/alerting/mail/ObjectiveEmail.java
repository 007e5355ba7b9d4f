package dev.belfry.alerting.mail;

import java.net.URI;
import java.time.Instant;
import java.util.List;

/**
 * The e-mail about the error budget of an objective. Pure.
 *
 * @param isRecovery whether the budget is no longer spent too fast
 * @param title what happened, in one line
 * @param subject name of the monitor or group
 * @param rates how fast the budget is spent, empty for a recovery
 * @param link of the monitor or group
 */
public record ObjectiveEmail(
    boolean isRecovery, String title, String subject, String rates, String link)
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
            isRecovery ? "Over" : "Error budget",
            Wording.line(subject, LONGEST_SUBJECT),
            isRecovery
                ? "The error budget is no longer spent too fast."
                : Wording.line(rates, LONGEST_LINE)),
        "",
        List.of(new EmailContent.Fact("Noticed", Wording.time(at))),
        target == null ? List.of() : List.of(new EmailContent.Link("Open in Belfry", target)),
        new EmailContent.Closing(
            "You receive this because an objective sends its alerts to "
                + Wording.line(address, 254)
                + ".",
            null));
  }
}
