package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.mail.smtp.SmtpSink;
import dev.belfry.alerting.push.PushTrust;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import java.io.IOException;
import java.util.Map;

/** An app that sends messages to members: to push services that it trusts, and to a mail server. */
final class MemberMessages implements AutoCloseable {
  final PushTrust trust = new PushTrust();
  final SmtpSink mail = sink();
  final TestApp app =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_SMTP_URL",
              "smtp://127.0.0.1:" + mail.port() + "?starttls=never"));

  private static SmtpSink sink() {
    try {
      return SmtpSink.plain(0);
    } catch (IOException e) {
      throw new AssertionError("no mail server", e);
    }
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
    mail.close();
  }
}
