package dev.belfry.statuspages.subscription;

import dev.belfry.statuspages.subscription.LinkStore.Known;

/** What the pages behind links say. */
final class LinkTexts {
  private LinkTexts() {}

  /** Asks whoever has been invited. */
  static LinkPage confirm(Known known) {
    if (known.status() == SubscriptionStatus.VERIFIED) {
      return confirmed(known);
    }
    return new LinkPage("Confirm your subscription")
        .says("Tell " + known.address() + " about incidents of " + known.pageName() + "?")
        .offers("Confirm subscription")
        .remarks("If you did not ask for this, close this page: nothing will be sent.");
  }

  static LinkPage confirmed(Known known) {
    return new LinkPage("You are subscribed")
        .says(known.address() + " will be told about incidents of " + known.pageName() + ".")
        .leadsTo(known.pageUrl(), "Go to the status page")
        .remarks("Every message has a link that ends the subscription.");
  }

  /** Asks whoever wants to leave. */
  static LinkPage end(Known known) {
    return new LinkPage("Unsubscribe")
        .says("Stop telling " + known.address() + " about incidents of " + known.pageName() + "?")
        .offers("Unsubscribe");
  }

  static LinkPage ended() {
    return new LinkPage("You are unsubscribed")
        .says("You will get no more messages about this status page.");
  }

  static LinkPage missing() {
    return new LinkPage("This link does not work")
        .says("It may be incomplete, or the subscription has ended.")
        .remarks("Copy the whole link from the message, or subscribe again.");
  }
}
