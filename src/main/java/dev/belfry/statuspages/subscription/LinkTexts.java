package dev.belfry.statuspages.subscription;

import dev.belfry.statuspages.subscription.LinkStore.Known;

/** What the pages behind links say. */
final class LinkTexts {
  private LinkTexts() {}

  /** Asks whoever has been invited. */
  static ConfirmationPage confirm(Known known) {
    if (known.status() == SubscriptionStatus.VERIFIED) {
      return confirmed(known);
    }
    return new ConfirmationPage("Confirm your subscription")
        .says("Tell " + known.address() + " about incidents of " + known.pageName() + "?")
        .offers("Confirm subscription")
        .remarks("If you did not ask for this, close this page: nothing will be sent.");
  }

  static ConfirmationPage confirmed(Known known) {
    return new ConfirmationPage("You are subscribed")
        .says(known.address() + " will be told about incidents of " + known.pageName() + ".")
        .leadsTo(known.pageUrl(), "Go to the status page")
        .remarks("Every message has a link that ends the subscription.");
  }

  /** Asks whoever wants to leave. */
  static ConfirmationPage end(Known known) {
    return new ConfirmationPage("Unsubscribe")
        .says("Stop telling " + known.address() + " about incidents of " + known.pageName() + "?")
        .offers("Unsubscribe");
  }

  static ConfirmationPage ended() {
    return new ConfirmationPage("You are unsubscribed")
        .says("You will get no more messages about this status page.");
  }

  static ConfirmationPage missing() {
    return new ConfirmationPage("This link does not work")
        .says("It may be incomplete, or the subscription has ended.")
        .remarks("Copy the whole link from the message, or subscribe again.");
  }
}
