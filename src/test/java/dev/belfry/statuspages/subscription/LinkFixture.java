package dev.belfry.statuspages.subscription;

import dev.belfry.statuspages.page.PageFixture;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The links that messages of the test's service carry. */
final class LinkFixture {
  private final SubscriptionLinks links;

  LinkFixture(PageFixture stage) {
    // Without configuration the service keeps its secret in the database.
    List<String> secrets = stage.texts("SELECT secret FROM signing_secret");
    links =
        SubscriptionLinks.of(
            dev.belfry.app.TestApp.config(stage.app.database().address(), Map.of()), secrets);
  }

  /** Path of the page that confirms. */
  String confirm(String subscription) {
    return URI.create(links.confirm(UUID.fromString(subscription))).getRawPath();
  }

  /** Path of the page that ends a subscription. */
  String unsubscribe(String subscription) {
    return URI.create(links.unsubscribe(UUID.fromString(subscription))).getRawPath();
  }

  SubscriptionLinks links() {
    return links;
  }
}
