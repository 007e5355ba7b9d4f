/**
 * E-mails about alerts, incidents and invitations: their content and their look.
 *
 * <p>Start at {@link dev.belfry.alerting.mail.ChannelMailSender} and {@link
 * dev.belfry.alerting.mail.SubscriberMailSender}.
 *
 * <p>Uses: {@code alerting.alert}, {@code api.auth}, {@code api.http}, {@code monitoring.check},
 * {@code platform.db}, {@code platform.outbox}, {@code platform.seal}, {@code
 * statuspages.subscription}.
 */
@NullMarked
package dev.belfry.alerting.mail;

import org.jspecify.annotations.NullMarked;
