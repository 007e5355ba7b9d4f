package dev.belfry.alerting.mail;

import java.net.URI;
import java.time.Instant;
import java.util.List;

/**
 * The e-mail about another channel of the account, or about the error budget of an objective. Pure.
 *
 * @param isRecovery whether the trouble is over
 * @param title what happened, in one line
 * @param subject what it happened to: the other channel, the monitor or the group
 * @param text why and what to do, empty for a recovery
 * @param link of the subject
 */
public record NoticeEmail(
    About about, boolean isRecovery, String title, String subject, String text, String link) {
  private static final int LONGEST_SUBJECT = 150;
  private static final int LONGEST_LINE = 1_000;

  /** What such an e-mail may be about, with its fixed words. */
  public enum About {
    CHANNEL(
        "Cannot deliver",
        "Works again",
        "Alerts to this channel arrive again.",
        "Open the channel",
        "an alert channel for %s sends failures. It tells you when another channel of the account"
            + " cannot."),
    OBJECTIVE(
        "Error budget",
        "Over",
        "The error budget is no longer spent too fast.",
        "Open in Belfry",
        "an objective sends its alerts to %s.");

    private final String trouble;
    private final String recovery;
    private final String recoveryText;
    private final String linkText;
    private final String reason;

    About(String trouble, String recovery, String recoveryText, String linkText, String reason) {
      this.trouble = trouble;
      this.recovery = recovery;
      this.recoveryText = recoveryText;
      this.linkText = linkText;
      this.reason = reason;
    }

    /** The words on its link. */
    public String linkText() {
      return linkText;
    }
  }

  /** The e-mail as it is sent to an address. */
  public EmailContent content(String address, Instant at) {
    URI target = Wording.link(link);
    return new EmailContent(
        Wording.line(title, LONGEST_SUBJECT),
        new EmailContent.Heading(
            isRecovery ? EmailStyle.GOOD : EmailStyle.BAD,
            isRecovery ? about.recovery : about.trouble,
            Wording.line(subject, LONGEST_SUBJECT),
            isRecovery ? about.recoveryText : Wording.line(text, LONGEST_LINE)),
        "",
        List.of(new EmailContent.Fact("Noticed", Wording.time(at))),
        target == null ? List.of() : List.of(new EmailContent.Link(about.linkText, target)),
        new EmailContent.Closing(
            "You receive this because " + about.reason.formatted(Wording.line(address, 254)),
            null));
  }
}
