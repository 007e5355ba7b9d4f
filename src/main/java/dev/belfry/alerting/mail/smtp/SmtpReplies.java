package dev.belfry.alerting.mail.smtp;

import dev.belfry.alerting.mail.Wording;
import dev.belfry.platform.outbox.DeliveryResult;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.AddressException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Classifies replies of the mail server. A 5xx to the receiver or the message is final (RFC 5321,
 * 4.2.1). A 5xx to the login or the sender is retried, since the operator can correct it.
 */
final class SmtpReplies {
  private static final int LONGEST = 300;

  private SmtpReplies() {}

  static DeliveryResult delivered(int status, String answer) {
    return new DeliveryResult(
        DeliveryResult.Outcome.DELIVERED, status, Wording.line(answer, LONGEST), null);
  }

  static DeliveryResult again(String answer) {
    return new DeliveryResult(DeliveryResult.Outcome.RETRY, 0, Wording.line(answer, LONGEST), null);
  }

  static DeliveryResult of(Exception failure) {
    if (failure instanceof AddressException address) {
      return new DeliveryResult(
          DeliveryResult.Outcome.FAILED, 0, "The address " + reason(address, "is invalid"), null);
    }
    if (failure instanceof AuthenticationFailedException) {
      return again("The mail server rejected the user or password: " + message(failure));
    }
    SMTPAddressFailedException refused = find(failure, SMTPAddressFailedException.class);
    if (refused != null) {
      return answered(refused.getReturnCode(), refused.getMessage(), true);
    }
    SMTPSenderFailedException sender = find(failure, SMTPSenderFailedException.class);
    if (sender != null) {
      return answered(sender.getReturnCode(), sender.getMessage(), false);
    }
    SMTPSendFailedException message = find(failure, SMTPSendFailedException.class);
    if (message != null && message.getReturnCode() > 0) {
      boolean ours = String.valueOf(message.getCommand()).startsWith("MAIL");
      return answered(message.getReturnCode(), message.getMessage(), !ours);
    }
    return again(trouble(failure));
  }

  private static DeliveryResult answered(int status, @Nullable String text, boolean aboutReceiver) {
    boolean never = aboutReceiver && status >= 500 && status < 600;
    return new DeliveryResult(
        never ? DeliveryResult.Outcome.FAILED : DeliveryResult.Outcome.RETRY,
        status,
        "The mail server replied: " + Wording.line(String.valueOf(text), LONGEST),
        null);
  }

  private static String trouble(Exception failure) {
    if (find(failure, UnknownHostException.class) != null) {
      return "The mail server's name cannot be resolved";
    }
    if (find(failure, SocketTimeoutException.class) != null) {
      return "The mail server did not answer in time";
    }
    if (find(failure, ConnectException.class) != null) {
      return "The mail server refused the connection";
    }
    SSLException tls = find(failure, SSLException.class);
    if (tls != null) {
      return "TLS to the mail server failed: " + message(tls);
    }
    return "Sending to the mail server failed: " + message(failure);
  }

  private static String message(Exception failure) {
    return Wording.line(String.valueOf(failure.getMessage()), LONGEST);
  }

  private static String reason(AddressException failure, String otherwise) {
    return failure.getMessage() == null ? otherwise : failure.getMessage();
  }

  /** Searches the causes and the chain of {@code MessagingException}. */
  private static <T extends Exception> @Nullable T find(Throwable failure, Class<T> type) {
    Throwable next = failure;
    for (int depth = 0; next != null && depth < 20; depth++) {
      if (type.isInstance(next)) {
        return type.cast(next);
      }
      next =
          next instanceof MessagingException chained && chained.getNextException() != null
              ? chained.getNextException()
              : next.getCause();
    }
    return null;
  }
}
