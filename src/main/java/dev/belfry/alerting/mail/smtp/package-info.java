/**
 * Hands e-mails to a mail server over SMTP.
 *
 * <p>Start at {@link dev.belfry.alerting.mail.smtp.Mailers}.
 *
 * <p>Uses: {@code alerting.mail}, {@code monitoring.channel}, {@code platform.config}, {@code
 * platform.outbox}.
 */
@NullMarked
package dev.belfry.alerting.mail.smtp;

import org.jspecify.annotations.NullMarked;
