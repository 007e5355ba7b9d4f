package dev.belfry.alerting.mail;

import java.time.Instant;

/** An e-mail to a channel that is not about an alert of a monitor. Pure. */
public interface NoticeEmail {
  /** The e-mail as it is sent to an address. */
  EmailContent content(String address, Instant at);
}
