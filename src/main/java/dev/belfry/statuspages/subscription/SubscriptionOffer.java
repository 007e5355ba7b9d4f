package dev.belfry.statuspages.subscription;

import dev.belfry.platform.config.Config;
import dev.belfry.statuspages.page.StatusPageSettings;

/** The kinds of subscriptions that readers may have; webhooks and feeds are always among them. */
public record SubscriptionOffer(boolean mail, boolean sms, boolean slack) {

  /** What the operator allows and this installation can send. */
  public static SubscriptionOffer of(Config config) {
    Config.Subscribers subscribers = config.subscribers();
    return new SubscriptionOffer(
        config.smtp().server() != null,
        config.sms().url() != null && !subscribers.sms().isEmpty(),
        !subscribers.slack().isEmpty());
  }

  /** The part of it that a page allows, too. */
  public SubscriptionOffer on(StatusPageSettings page) {
    return new SubscriptionOffer(
        mail,
        sms && Boolean.TRUE.equals(page.smsSubscribers().value()),
        slack && Boolean.TRUE.equals(page.slackSubscribers().value()));
  }

  boolean has(SubscriptionType type) {
    return switch (type) {
      case EMAIL -> mail;
      case WEBHOOK -> true;
      case SMS -> sms;
      case SLACK -> slack;
    };
  }
}
