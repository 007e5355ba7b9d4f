/** Hands mails to a mail server. Start at {@link dev.belfry.alerting.mail.smtp.Mailers}. */
@NullMarked
package dev.belfry.alerting.mail.smtp;

import org.jspecify.annotations.NullMarked;
