package dev.belfry.alerting.mail.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belfry.alerting.mail.HtmlRenderer;
import dev.belfry.alerting.mail.Mail;
import dev.belfry.alerting.mail.TextRenderer;
import dev.belfry.alerting.mail.Wording;
import dev.belfry.platform.config.Mailbox;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.UnsupportedEncodingException;
import java.net.IDN;
import java.util.Date;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Writes e-mails in MIME (RFC 5322, RFC 2046). The library encodes user input in headers as one
 * line.
 *
 * @param host right part of every Message-ID
 */
record MimeForm(Session session, Mailbox from, String host) {
  private static final int LONGEST_SUBJECT = 250;
  private static final Pattern DOMAIN =
      Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");

  /**
   * Writes a mail.
   *
   * @throws AddressException if the receiver's address cannot be one
   */
  MimeMessage of(Mail mail) throws MessagingException {
    MimeMessage message = new Numbered(session, messageId(mail.id()));
    message.setFrom(sender());
    message.setRecipient(Message.RecipientType.TO, receiver(mail.to()));
    message.setSubject(Wording.line(mail.content().subject(), LONGEST_SUBJECT), UTF_8.name());
    message.setSentDate(Date.from(mail.date()));
    message.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834, 5
    if (mail.thread() != null) {
      String root = messageId(mail.thread().root());
      if (!mail.thread().opens()) {
        message.setHeader("In-Reply-To", root);
      }
      if (!mail.thread().root().equals(mail.id())) {
        message.setHeader("References", root);
      }
    }
    if (mail.unsubscribe() != null) {
      message.setHeader("List-Unsubscribe", "<" + mail.unsubscribe().toASCIIString() + ">");
      message.setHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    }
    MimeMultipart both = new MimeMultipart("alternative");
    both.addBodyPart(part(TextRenderer.of(mail.content()), "plain"));
    both.addBodyPart(part(HtmlRenderer.of(mail.content()), "html"));
    message.setContent(
        mail.attachment() == null ? both : with(both, attachment(mail.attachment())));
    message.saveChanges();
    return message;
  }

  private String messageId(UUID id) {
    return "<" + id + "@" + host + ">";
  }

  private InternetAddress sender() throws MessagingException {
    try {
      return new InternetAddress(from.address(), from.name(), UTF_8.name());
    } catch (UnsupportedEncodingException e) {
      throw new MessagingException("no UTF-8", e);
    }
  }

  /** Accepts international domains; SMTP takes only ASCII before the @. */
  private static InternetAddress receiver(String typed) throws AddressException {
    int at = typed.lastIndexOf('@');
    String name = typed.substring(0, Math.max(at, 0));
    if (at < 1 || !typed.chars().allMatch(c -> c > ' ' && c != 127)) {
      throw new AddressException("is not a valid e-mail address");
    }
    if (!name.chars().allMatch(c -> c < 128)) {
      throw new AddressException("has characters before the @ that not every mail server accepts");
    }
    try {
      String domain = IDN.toASCII(typed.substring(at + 1));
      if (!DOMAIN.matcher(domain).matches()) {
        throw new AddressException("has an invalid domain");
      }
      InternetAddress address = new InternetAddress(name + "@" + domain, true);
      if (address.isGroup() || !address.getAddress().equals(name + "@" + domain)) {
        throw new AddressException("is not a valid e-mail address");
      }
      return address;
    } catch (IllegalArgumentException e) {
      throw new AddressException("has an invalid domain");
    }
  }

  private static MimeMultipart with(MimeMultipart text, MimeBodyPart file)
      throws MessagingException {
    MimeBodyPart first = new MimeBodyPart();
    first.setContent(text);
    return new MimeMultipart("mixed", first, file);
  }

  private static MimeBodyPart attachment(Mail.Attachment file) throws MessagingException {
    MimeBodyPart part = new MimeBodyPart();
    part.setText(file.csv(), UTF_8.name(), "csv");
    part.setFileName(file.name());
    part.setDisposition(Part.ATTACHMENT);
    part.setHeader("Content-Transfer-Encoding", "base64");
    return part;
  }

  private static MimeBodyPart part(String text, String type) throws MessagingException {
    MimeBodyPart part = new MimeBodyPart();
    part.setText(text, UTF_8.name(), type);
    // Chosen here, so that no line is too long and the source is readable in any language.
    part.setHeader("Content-Transfer-Encoding", "quoted-printable");
    return part;
  }

  /** Keeps the Message-ID; the library would make a new one at every attempt. */
  private static final class Numbered extends MimeMessage {
    private final String id;

    Numbered(Session session, String id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", id);
    }
  }
}
