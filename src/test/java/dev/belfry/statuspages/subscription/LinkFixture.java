package dev.belfry.statuspages.subscription;

import dev.belfry.app.TestApp;
import dev.belfry.statuspages.page.PageFixture;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The links that messages of the test's service carry. */
public final class LinkFixture {
  private final SubscriptionLinks links;

  LinkFixture(PageFixture stage) {
    this(stage.app);
  }

  /** The links of a service that has no secret configured and keeps one in the database. */
  public LinkFixture(TestApp app) {
    links = SubscriptionLinks.of(TestApp.config(app.database().address(), Map.of()), secrets(app));
  }

  /** The secrets that sign the links of a service. */
  public static List<String> secrets(TestApp app) {
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT secret FROM signing_secret")) {
      rows.next();
      return List.of(rows.getString(1));
    } catch (SQLException e) {
      throw new AssertionError("the secret cannot be read", e);
    }
  }

  /** Path of the page that confirms. */
  public String confirm(String subscription) {
    return URI.create(links.confirm(UUID.fromString(subscription))).getRawPath();
  }

  /** Path of the page that ends a subscription. */
  public String unsubscribe(String subscription) {
    return URI.create(links.unsubscribe(UUID.fromString(subscription))).getRawPath();
  }

  SubscriptionLinks links() {
    return links;
  }
}
