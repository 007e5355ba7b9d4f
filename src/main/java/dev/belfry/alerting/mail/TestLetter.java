package dev.belfry.alerting.mail;

import java.time.Instant;
import java.util.List;

/** A message that says only that messages arrive. Pure. */
final class TestLetter {
  private TestLetter() {}

  static Letter of(String address, Instant at) {
    return new Letter(
        "Test: alerts reach you here",
        new Letter.Heading(
            Tone.PLAIN,
            "Test",
            "Alerts reach you here",
            "Somebody sent a test of this alert channel. Nothing has failed."),
        "",
        List.of(
            new Letter.Fact("Address", Wording.line(address, 254)),
            new Letter.Fact("Sent", Wording.time(at))),
        null,
        new Letter.Closing(
            "Belfry sends this because somebody with an API key of the account asked for it.",
            null));
  }
}
