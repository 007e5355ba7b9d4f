package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.mail.smtp.SmtpSink;
import dev.belfry.alerting.push.PushTrust;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.testing.TextGateway;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An app that sends messages to members: to push services that it trusts, to a mail server and to a
 * gateway for text messages.
 */
final class MemberMessages implements AutoCloseable {
  final PushTrust trust = new PushTrust();
  final SmtpSink mail = sink();
  final TextGateway gateway = new TextGateway();
  final TestApp app =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_SMTP_URL",
              "smtp://127.0.0.1:" + mail.port() + "?starttls=never",
              "BELFRY_SMS_URL",
              gateway.url(),
              "BELFRY_PERSONS_SMS",
              "+4915"));

  private static SmtpSink sink() {
    try {
      return SmtpSink.plain(0);
    } catch (IOException e) {
      throw new AssertionError("no mail server", e);
    }
  }

  /** Gives a person a confirmed number; returns it. */
  String phone(SignedIn person, String use) {
    String number = "+4915" + ThreadLocalRandom.current().nextLong(1_000_000_000L, 9_999_999_999L);
    app.database()
        .execute(
            "INSERT INTO person_phones (user_id, number, use, confirmed_at) VALUES ('%s','%s','%s', now())"
                .formatted(person.id(), number, use));
    return number;
  }

  /** How many e-mails a person got since the last test. */
  long mailsTo(SignedIn person) {
    return mail.messages.stream().filter(message -> message.contains(person.email())).count();
  }

  /** The sentence on what became of a message. */
  static String result(JsonNode sent) {
    return sent.path("notificationResult").asText();
  }

  @Override
  public void close() throws IOException {
    app.close();
    trust.close();
    gateway.close();
    mail.close();
  }
}
