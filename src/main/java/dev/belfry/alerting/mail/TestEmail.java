package dev.belfry.alerting.mail;

import java.time.Instant;
import java.util.List;

/** Writes the e-mail of a channel test. Pure. */
final class TestEmail {
  private TestEmail() {}

  static EmailContent of(String address, Instant at) {
    return new EmailContent(
        "Test: alerts reach you here",
        new EmailContent.Heading(
            EmailStyle.PLAIN,
            "Test",
            "Alerts reach you here",
            "This is a test of this alert channel. Nothing has failed."),
        "",
        List.of(
            new EmailContent.Fact("Address", Wording.line(address, 254)),
            new EmailContent.Fact("Sent", Wording.time(at))),
        List.of(),
        new EmailContent.Closing(
            "You receive this because a user of the account requested a test.", null));
  }
}
