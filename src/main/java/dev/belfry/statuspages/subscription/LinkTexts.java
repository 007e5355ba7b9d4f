package dev.belfry.statuspages.subscription;

import dev.belfry.api.http.LinkPage;
import dev.belfry.statuspages.subscription.LinkStore.Known;

/** The texts of the pages behind links. */
final class LinkTexts {
  private LinkTexts() {}

  /** Asks the reader to confirm, unless the subscription is confirmed already. */
  static LinkPage confirm(Known known) {
    if (known.status() == SubscriptionStatus.VERIFIED) {
      return confirmed(known);
    }
    return page("Confirm your subscription")
        .paragraph("Send incident updates of " + known.pageName() + " to " + known.address() + "?")
        .button("Confirm subscription")
        .note("If you did not request this, close this page. Nothing will be sent.");
  }

  static LinkPage confirmed(Known known) {
    return page("You are subscribed")
        .paragraph(known.address() + " will receive incident updates of " + known.pageName() + ".")
        .link(known.pageUrl(), "Go to the status page")
        .note("Every message has a link to change or end the subscription.");
  }

  static LinkPage unsubscribed() {
    return page("You are unsubscribed")
        .paragraph("You will receive no more messages about this status page.");
  }

  static LinkPage missing() {
    return page("This link does not work")
        .paragraph("It may be incomplete, or the subscription has ended.")
        .note("Copy the whole link from the message, or subscribe again.");
  }

  /** A page without content. */
  static LinkPage page(String heading) {
    return new LinkPage(heading, "Subscription to a status page");
  }
}
