package dev.belfry.alerting.mail;

import java.time.Instant;
import java.util.List;

/** A message that says only that messages arrive. Pure. */
final class TestEmail {
  private TestEmail() {}

  static EmailContent of(String address, Instant at) {
    return new EmailContent(
        "Test: alerts reach you here",
        new EmailContent.Heading(
            EmailStyle.PLAIN,
            "Test",
            "Alerts reach you here",
            "Somebody sent a test of this alert channel. Nothing has failed."),
        "",
        List.of(
            new EmailContent.Fact("Address", Wording.line(address, 254)),
            new EmailContent.Fact("Sent", Wording.time(at))),
        null,
        new EmailContent.Closing(
            "Belfry sends this because somebody with an API key of the account asked for it.",
            null));
  }
}
