package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.statuspages.subscription.Strangers;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An account with a service, and the requests that tests of status pages begin with. */
public final class PageFixture {
  public static final String PAGES = "/v1/status-pages";
  public static final String UNKNOWN = "0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f";
  private static final Pattern QUOTED = Pattern.compile("'");

  public final TestApp app = TestApp.shared();
  public final Tenant acme = app.newTenant();
  public final ApiClient client = app.as(acme);
  public final String web = service("Web");

  public String service(String name) {
    return client.post(PAGES + "/services", "{\"name\":\"" + name + "\"}").hasStatus(201).id();
  }

  /** A url that no other test has. */
  static String url() {
    return "page-" + UUID.randomUUID();
  }

  public static String path(String page) {
    return PAGES + "/" + page;
  }

  public static String subscriptions(String page) {
    return path(page) + "/subscriptions";
  }

  /** A card with services. */
  public static String card(String name, String... services) {
    return "{\"name\":\"%s\",\"services\":[%s]}"
        .formatted(
            name,
            String.join(
                ",", List.of(services).stream().map(id -> "{\"id\":\"" + id + "\"}").toList()));
  }

  /** A body with cards. */
  public static String body(String url, String... cards) {
    return "{\"name\":\"Acme\",\"url\":\"%s\",\"cards\":[%s]}"
        .formatted(url, String.join(",", cards));
  }

  /** A page of the service "Web", or of those given. */
  public ApiReply page(String... services) {
    return client
        .post(
            PAGES, body(url(), card("Shop", services.length == 0 ? new String[] {web} : services)))
        .hasStatus(201);
  }

  /** Subscribes an address that need not be confirmed. */
  public String subscribe(String page, String type, String address) {
    return client
        .post(
            subscriptions(page),
            """
            {"type":"%s","config":"%s","autoVerify":true}"""
                .formatted(type, address))
        .hasStatus(201)
        .id();
  }

  /** Subscribes an e-mail address that waits for its owner. */
  public ApiReply invite(String page, String address) {
    return client.post(subscriptions(page), "{\"type\":\"EMAIL\",\"config\":\"" + address + "\"}");
  }

  /** Opens an incident of services and answers its id. */
  public ApiReply incident(boolean notify, String... services) {
    return client
        .post(
            PAGES + "/incidents",
            """
            {"name":"Shop down","severity":"MAJOR","services":%s,
             "incidentUpdates":[{"description":"Looking","notifySubscribers":%s}]}"""
                .formatted(
                    QUOTED
                        .matcher(
                            List.of(services).stream()
                                .map(id -> "{'id':'" + id + "'}")
                                .toList()
                                .toString())
                        .replaceAll(Matcher.quoteReplacement("\"")),
                    notify))
        .hasStatus(201);
  }

  /**
   * The subscriptions that deliveries of a kind go to, whatever became of them. Waits until those
   * of an update are all queued.
   */
  public List<String> told(String kind, @Nullable String update) {
    untilAnnounced();
    return texts(
        """
        SELECT subscription_id::text FROM deliveries
        WHERE account_id = ?::uuid AND kind = ? AND update_id IS NOT DISTINCT FROM ?::uuid
        ORDER BY subscription_id""",
        acme.account().toString(),
        kind,
        update);
  }

  /** Waits until the messages of the account's updates are all queued. */
  public void untilAnnounced() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (isAnnouncing()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("messages to subscribers are not queued");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /** Whether messages of the account's updates remain to be queued. */
  public boolean isAnnouncing() {
    return !texts(
            "SELECT update_id::text FROM announcements WHERE account_id = ?::uuid",
            acme.account().toString())
        .isEmpty();
  }

  /** The first column of what a query finds. */
  public List<String> texts(String sql, @Nullable String... parameters) {
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      List<String> texts = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          texts.add(rows.getString(1));
        }
      }
      return texts;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  public void run(String sql, @Nullable String... parameters) {
    assertThat(texts(sql + " RETURNING '1'", parameters)).isNotEmpty();
  }

  public Strangers strangers(String method, String path, @Nullable String body) {
    return new Strangers(app, acme, method, path, body);
  }
}
