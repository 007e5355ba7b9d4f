package dev.belfry.alerting.mail.smtp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.mail.AlertEmails;
import dev.belfry.alerting.mail.EmailContent;
import dev.belfry.alerting.mail.Mail;
import dev.belfry.alerting.mail.SampleEmails;
import dev.belfry.alerting.mail.TextRenderer;
import dev.belfry.alerting.mail.Wording;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.config.Mailbox;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MimeFormTest {
  private static final UUID ID = UUID.fromString("019a0000-0000-7000-8000-0000000000aa");
  private static final UUID FIRST = UUID.fromString("019a0000-0000-7000-8000-0000000000ff");
  private static final Session SESSION = Session.getInstance(new Properties());
  private static final Mailbox FROM = new Mailbox("Glöckner, Inc.", "alerts@example.org");

  @Test
  void isTextAndHtmlOfTheSameLetter() throws Exception {
    MimeMultipart both = (MimeMultipart) parse(write(mail("ALERT_FAILURE", null))).getContent();
    BodyPart text = both.getBodyPart(0);
    BodyPart html = both.getBodyPart(1);

    assertThat(both.getContentType()).startsWith("multipart/alternative");
    assertThat(text.getContentType()).isEqualTo("text/plain; charset=UTF-8");
    assertThat(html.getContentType()).isEqualTo("text/html; charset=UTF-8");
    assertThat(text.getContent().toString().replace("\r\n", "\n"))
        .isEqualTo(TextRenderer.of(SampleEmails.named("ALERT_FAILURE")));
    assertThat(html.getContent().toString()).startsWith("<!doctype html>");
  }

  @Test
  void isTheSameAtEveryAttempt() throws Exception {
    MimeMessage first = parse(write(mail("ALERT_FAILURE", null)));
    MimeMessage second = parse(write(mail("ALERT_FAILURE", null)));

    assertThat(first.getMessageID()).isEqualTo("<" + ID + "@belfry.example.org>");
    assertThat(second.getMessageID()).isEqualTo(first.getMessageID());
    assertThat(first.getSentDate()).isEqualTo(Instant.parse("2026-11-20T08:15:30Z"));
    assertThat(header(first, "Auto-Submitted")).isEqualTo("auto-generated");
    assertThat(first.getHeader("References")).isNull();
  }

  @Test
  void makesAlertAndRecoveryOneConversation() throws Exception {
    MimeMessage alert = parse(write(mail("ALERT_FAILURE", new Mail.Conversation(ID, true))));
    MimeMessage recovery =
        parse(write(mail("ALERT_RECOVERY", new Mail.Conversation(FIRST, false))));
    MimeMessage update = parse(write(mail("UPDATE", new Mail.Conversation(FIRST, true))));

    assertThat(alert.getHeader("In-Reply-To")).isNull();
    assertThat(alert.getHeader("References")).isNull();
    assertThat(header(recovery, "In-Reply-To")).isEqualTo("<" + FIRST + "@belfry.example.org>");
    assertThat(header(recovery, "References")).isEqualTo("<" + FIRST + "@belfry.example.org>");
    assertThat(update.getHeader("In-Reply-To")).isNull();
    assertThat(header(update, "References")).isEqualTo("<" + FIRST + "@belfry.example.org>");
  }

  @Test
  void letsSubscribersLeaveWithOneClick() throws Exception {
    MimeMessage update = parse(write(mail("UPDATE", null)));
    MimeMessage alert = parse(write(mail("ALERT_FAILURE", null)));

    assertThat(header(update, "List-Unsubscribe")).isEqualTo("<https://example.org/u?token=abc>");
    assertThat(header(update, "List-Unsubscribe-Post")).isEqualTo("List-Unsubscribe=One-Click");
    assertThat(alert.getHeader("List-Unsubscribe")).isNull();
  }

  @Test
  void writesLinesThatEveryServerTakes() throws Exception {
    for (String name : SampleEmails.all().keySet()) {
      String raw = write(mail(name, null));

      assertThat(raw.replace("\r\n", "")).doesNotContain("\n", "\r");
      assertThat(raw.chars()).allMatch(c -> c < 128);
      assertThat(raw.lines()).allMatch(line -> line.length() <= 998);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x\r\nBcc: victim@example.com",
        "x\nBcc: victim@example.com",
        "x\rBcc: victim@example.com",
        "x\u0085Bcc: victim@example.com",
        "x\u2028Bcc: victim@example.com",
        "x\r\n\r\nbody",
        "x\r\n\tfolded\r\nBcc: victim@example.com",
        "=?UTF-8?Q?x=0D=0ABcc:_victim@example.com?=",
        "Überwachung des Zählers für Größen, lang genug, dass die Zeile gefaltet werden muss 日本語 🔔"
      })
  void letsNobodyAddAHeader(String typed) throws Exception {
    String context = MAPPER.writeValueAsString(Map.of("CHECK_NAME", typed));
    EmailContent email =
        AlertEmails.of(SampleEmails.model(AlertType.ALERT_FAILURE, 0, context), "a@b.c", null);

    String raw = write(new Mail(ID, "ops@example.com", email, DATE, null, null));
    MimeMessage message = parse(raw);

    assertThat(headers(message))
        .containsExactlyInAnyOrder(
            "From",
            "To",
            "Subject",
            "Date",
            "Auto-Submitted",
            "Message-ID",
            "MIME-Version",
            "Content-Type");
    assertThat(message.getAllRecipients()).hasSize(1);
    assertThat(header(message, "From"))
        .contains("=?UTF-8?Q?Gl=C3=B6ckner")
        .contains("<alerts@example.org>");
    if (!typed.startsWith("=?")) {
      assertThat(message.getSubject()).isEqualTo("Failing: " + Wording.line(typed, 120));
    }
  }

  @Test
  void attachesAFileBesideTheText() throws Exception {
    Mail plain = mail("OBJECTIVE_REPORT", null);
    Mail.Attachment file =
        new Mail.Attachment("objectives-2026-10.csv", "name,attained\r\nÜberall,99.9\r\n");

    String raw =
        write(new Mail(plain.id(), plain.to(), plain.content(), plain.date(), null, null, file));
    MimeMultipart parts = (MimeMultipart) parse(raw).getContent();

    assertThat(raw.lines()).allMatch(line -> line.length() <= 998);
    assertThat(parts.getContentType()).startsWith("multipart/mixed");
    assertThat(parts.getCount()).isEqualTo(2);
    assertThat(parts.getBodyPart(0).getContentType()).startsWith("multipart/alternative");
    assertThat(parts.getBodyPart(1).getContentType()).startsWith("text/csv");
    assertThat(parts.getBodyPart(1).getFileName()).isEqualTo("objectives-2026-10.csv");
    assertThat(new String(parts.getBodyPart(1).getInputStream().readAllBytes(), UTF_8))
        .isEqualTo(file.csv());
  }

  @Test
  void shortensASubjectThatIsNotMeantToBeRead() throws Exception {
    EmailContent email =
        AlertEmails.of(
            SampleEmails.model(
                AlertType.ALERT_FAILURE, 0, "{\"CHECK_NAME\": \"" + "🔔".repeat(5_000) + "\"}"),
            "a@b.c",
            null);

    MimeMessage message = parse(write(new Mail(ID, "ops@example.com", email, DATE, null, null)));

    assertThat(message.getSubject()).hasSizeLessThan(260).endsWith("…");
  }

  @Test
  void namesThePlaceOfTheServiceWhereThatIsKnown() {
    var config =
        ConfigLoader.load(
            Map.of("BELFRY_PUBLIC_URL", "https://belfry.example.org"), Path.of("target"));

    assertThat(Mailers.host(config)).isEqualTo("belfry.example.org");
  }

  private static final Instant DATE = Instant.parse("2026-11-20T08:15:30Z");
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static Mail mail(String email, Mail.@Nullable Conversation thread) {
    URI unsubscribe =
        email.startsWith("UPDATE") ? URI.create("https://example.org/u?token=abc") : null;
    return new Mail(ID, "ops@example.com", SampleEmails.named(email), DATE, thread, unsubscribe);
  }

  private static String write(Mail mail) throws Exception {
    ByteArrayOutputStream raw = new ByteArrayOutputStream();
    new MimeForm(SESSION, FROM, "belfry.example.org").of(mail).writeTo(raw);
    return raw.toString(ISO_8859_1);
  }

  private static MimeMessage parse(String raw) throws Exception {
    return new MimeMessage(SESSION, new ByteArrayInputStream(raw.getBytes(ISO_8859_1)));
  }

  private static String header(MimeMessage message, String name) throws Exception {
    return String.join("", message.getHeader(name));
  }

  private static List<String> headers(MimeMessage message) {
    try {
      return Collections.list(message.getAllHeaders()).stream().map(one -> one.getName()).toList();
    } catch (MessagingException e) {
      throw new AssertionError(e);
    }
  }
}
