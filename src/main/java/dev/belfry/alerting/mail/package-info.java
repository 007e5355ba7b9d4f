/**
 * E-mail: what it says, how it looks and how it leaves. Start at {@link
 * dev.belfry.alerting.mail.ChannelMailSender} and {@link
 * dev.belfry.alerting.mail.SubscriberMailSender}. May import alert, check, config, db, outbox and
 * statuspage; must not import notify.
 */
@NullMarked
package dev.belfry.alerting.mail;

import org.jspecify.annotations.NullMarked;
