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
        .paragraph("Tell " + known.address() + " about incidents of " + known.pageName() + "?")
        .button("Confirm subscription")
        .note("If you did not ask for this, close this page: nothing will be sent.");
  }

  static ConfirmationPage confirmed(Known known) {
    return new ConfirmationPage("You are subscribed")
        .paragraph(known.address() + " will be told about incidents of " + known.pageName() + ".")
        .link(known.pageUrl(), "Go to the status page")
        .note("Every message has a link that ends the subscription.");
  }

  /** Asks whoever wants to leave. */
  static ConfirmationPage unsubscribe(Known known) {
    return new ConfirmationPage("Unsubscribe")
        .paragraph(
            "Stop telling " + known.address() + " about incidents of " + known.pageName() + "?")
        .button("Unsubscribe");
  }

  static ConfirmationPage unsubscribed() {
    return new ConfirmationPage("You are unsubscribed")
        .paragraph("You will get no more messages about this status page.");
  }

  static ConfirmationPage missing() {
    return new ConfirmationPage("This link does not work")
        .paragraph("It may be incomplete, or the subscription has ended.")
        .note("Copy the whole link from the message, or subscribe again.");
  }
}
