package dev.belfry.alerting.mail.smtp;

import dev.belfry.testing.Polling;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Properties;

/**
 * An e-mail as its receiver reads it.
 *
 * @param headers each in a line
 * @param text in one line
 */
public record ReadMail(String headers, String subject, String text, String html) {
  /** The e-mails to an address, once there is one. */
  public static List<ReadMail> to(SmtpSink sink, String address) {
    Polling.until("a mail to " + address, () -> !found(sink, address).isEmpty());
    return found(sink, address);
  }

  private static List<ReadMail> found(SmtpSink sink, String address) {
    return sink.messages.stream()
        .map(ReadMail::of)
        .filter(mail -> mail.headers().contains("To: " + address))
        .toList();
  }

  private static ReadMail of(String raw) {
    try {
      MimeMessage mail =
          new MimeMessage(
              Session.getInstance(new Properties()),
              new ByteArrayInputStream(raw.getBytes(StandardCharsets.ISO_8859_1)));
      Multipart parts = (Multipart) mail.getContent();
      return new ReadMail(
          String.join("\n", Collections.list(mail.getAllHeaderLines()))
              .replaceAll("\r?\n\\s+", " "),
          mail.getSubject(),
          parts.getBodyPart(0).getContent().toString().replaceAll("\\s+", " "),
          parts.getBodyPart(1).getContent().toString());
    } catch (MessagingException | IOException e) {
      throw new AssertionError(raw, e);
    }
  }
}
