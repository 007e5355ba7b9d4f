package dev.belfry.statuspages.page;

import static dev.belfry.statuspages.page.PageFixture.PAGES;
import static dev.belfry.statuspages.page.PageFixture.body;
import static dev.belfry.statuspages.page.PageFixture.card;
import static dev.belfry.statuspages.page.PageFixture.url;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belfry.testing.ApiClient;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The writes of pages, their parts, locations and keys that are decided in sets. */
@SuppressWarnings("ImmutableEnumChecker") // The functions keep nothing.
enum PageOperation {
  DELETE_SERVICE(
      "status-page-service DELETE",
      client -> deletion(PAGES + "/services/", service(client), "services")),
  DELETE_SERVICE_OF_AN_INCIDENT(
      "status-page-service DELETE",
      client -> {
        String service = service(client);
        Row row = new Row("incidents", incident(client, service));
        return new Write("DELETE", PAGES + "/services/" + service, null, row);
      }),
  DELETE_SERVICE_OF_A_PAGE(
      "status-page UPDATE",
      client -> {
        String service = service(client);
        Row row = new Row("status_pages", page(client, service));
        return new Write("DELETE", PAGES + "/services/" + service, null, row);
      }),
  DELETE_SERVICE_OF_A_MONITOR(
      "check UPDATE",
      client -> {
        String service = service(client);
        Row row = new Row("checks", monitor(client, service));
        return new Write("DELETE", PAGES + "/services/" + service, null, row);
      }),
  DELETE_INCIDENT_UPDATE(
      "incident-update DELETE",
      client -> {
        String incident = incident(client, service(client));
        String updates = PAGES + "/incidents/" + incident + "/incident-updates";
        String update = made(client, updates, "{\"description\":\"Up\",\"status\":\"RESOLVED\"}");
        return new Write("DELETE", updates + "/" + update, null, new Row("incidents", incident));
      }),
  MAKE_API_KEY(
      "api-key CREATE",
      client -> new Write("POST", "/v1/api-keys", "{\"name\":\"Robot\",\"scope\":\"READ\"}", null)),
  REVOKE_API_KEY(
      "api-key UPDATE",
      client ->
          deletion(
              "/v1/api-keys/",
              made(client, "/v1/api-keys", "{\"name\":\"Robot\",\"scope\":\"READ\"}"),
              "api_keys")),
  MAKE_PAGE_KEY(
      "status-page-key CREATE",
      client -> {
        String page = page(client);
        String keys = PageFixture.path(page) + "/keys";
        return new Write("POST", keys, "{\"name\":\"Press\"}", new Row("status_pages", page));
      }),
  DELETE_PAGE_KEY(
      "status-page-key DELETE",
      client -> {
        String keys = PageFixture.path(page(client)) + "/keys";
        return deletion(keys + "/", key(client, keys), "status_page_keys");
      }),
  SUBSCRIBE(
      "status-page-subscription CREATE",
      client -> {
        String page = page(client);
        return new Write(
            "POST",
            PageFixture.subscriptions(page),
            "{\"type\":\"EMAIL\",\"config\":\"a@example.org\"}",
            new Row("status_pages", page));
      }),
  SUBSCRIBE_MANY(
      "status-page-subscription CREATE",
      client -> {
        String page = page(client);
        subscription(client, PageFixture.subscriptions(page));
        return new Write(
            "POST",
            PageFixture.subscriptions(page) + "/bulk",
            """
            {"subscriptions":[{"type":"EMAIL","config":"a@example.org"},
             {"type":"WEBHOOK","config":"https://reader.example.org/"}]}""",
            new Row("status_pages", page));
      }),
  UNSUBSCRIBE(
      "status-page-subscription DELETE",
      client -> {
        String subscriptions = PageFixture.subscriptions(page(client));
        return deletion(
            subscriptions + "/", subscription(client, subscriptions), "status_page_subscriptions");
      }),
  CREATE_PAGE(
      "status-page CREATE",
      client -> {
        String service = service(client);
        return new Write(
            "POST", PAGES, body(url(), card("Shop", service)), new Row("services", service));
      }),
  REPLACE_PAGE(
      "status-page UPDATE",
      client -> {
        String page = page(client);
        String replacement = body(url(), card("News"), card("Shop", service(client)));
        return new Write("PUT", PageFixture.path(page), replacement, new Row("status_pages", page));
      }),
  DELETE_PAGE(
      "status-page DELETE",
      client -> {
        String page = page(client);
        key(client, PageFixture.path(page) + "/keys");
        subscription(client, PageFixture.subscriptions(page));
        return deletion(PAGES + "/", page, "status_pages");
      }),
  ANNOUNCE_MAINTENANCE(
      "maintenance-window CREATE",
      client -> {
        String service = service(client);
        return new Write(
            "POST", PageOperation.WINDOWS, window(service), new Row("services", service));
      }),
  CHANGE_MAINTENANCE(
      "maintenance-window UPDATE",
      client -> {
        String window = made(client, PageOperation.WINDOWS, window(service(client)));
        return new Write(
            "PUT",
            PageOperation.WINDOWS + "/" + window,
            window(service(client)),
            new Row("maintenance_windows", window));
      }),
  MAKE_LOCATION(
      "private-location CREATE",
      client -> new Write("POST", PageOperation.LOCATIONS, newLocation(), null)),
  CHANGE_LOCATION(
      "private-location UPDATE",
      client -> {
        String location = location(client);
        return new Write(
            "PUT",
            PageOperation.LOCATIONS + "/" + location,
            "{\"name\":\"Cellar\"}",
            new Row("private_locations", location));
      }),
  DELETE_LOCATION(
      "private-location DELETE",
      client -> {
        String location = location(client);
        client.post(PageOperation.LOCATIONS + "/" + location + "/keys", "").hasStatus(201);
        return deletion(PageOperation.LOCATIONS + "/", location, "private_locations");
      }),
  MAKE_LOCATION_KEY(
      "private-location-key CREATE",
      client -> {
        String location = location(client);
        return new Write(
            "POST",
            PageOperation.LOCATIONS + "/" + location + "/keys",
            null,
            new Row("private_locations", location));
      }),
  DELETE_LOCATION_KEY(
      "private-location-key DELETE",
      client -> {
        String keys = PageOperation.LOCATIONS + "/" + location(client) + "/keys";
        String key = client.post(keys, "").hasStatus(201).id();
        return deletion(keys + "/", key, "private_location_keys");
      });

  private static final String LOCATIONS = "/v1/private-locations";
  private static final String WINDOWS = "/v1/maintenance-windows";

  private final String entry;
  private final Function<ApiClient, Write> prepare;

  PageOperation(String entry, Function<ApiClient, Write> prepare) {
    this.entry = entry;
    this.prepare = prepare;
  }

  /** The audit entry that it leaves, as type and action. */
  String entry() {
    return entry;
  }

  /** A write on what this call makes for it. */
  Write prepare(ApiClient client) {
    return prepare.apply(client);
  }

  private static Write deletion(String path, String id, String table) {
    return new Write("DELETE", path + id, null, new Row(table, id));
  }

  private static String made(ApiClient client, String path, String body) {
    return client.post(path, body).hasStatus(201).id();
  }

  static String service(ApiClient client) {
    return made(client, PAGES + "/services", "{\"name\":\"Web\"}");
  }

  static String incident(ApiClient client, String... services) {
    return made(
        client,
        PAGES + "/incidents",
        """
        {"name":"Down","severity":"MINOR","services":[{"id":"%s"}],
         "incidentUpdates":[{"description":"It is down","status":"IDENTIFIED"}]}"""
            .formatted(String.join("\"},{\"id\":\"", services)));
  }

  static String page(ApiClient client) {
    return page(client, service(client));
  }

  private static String page(ApiClient client, String service) {
    return made(client, PAGES, body(url(), card("Shop", service)));
  }

  private static String monitor(ApiClient client, String service) {
    return made(
        client,
        "/v1/checks/url",
        """
        {"name":"m","request":{"url":"https://e.org"},"triggerIncident":{"serviceId":"%s",
         "severity":"MAJOR","name":"Down","description":"It is down","notifySubscribers":false}}"""
            .formatted(service));
  }

  private static String window(String service) {
    return """
        {"name":"Backup","startsAt":"2040-01-01T02:00:00Z","endsAt":"2040-01-01T03:00:00Z",
         "tags":["a"],"statusPageVisibility":{"enabled":true,"serviceIds":["%s"]}}"""
        .formatted(service);
  }

  private static String newLocation() {
    return "{\"name\":\"Office\",\"slugName\":\"l-%.20s\"}".formatted(UUID.randomUUID());
  }

  private static String location(ApiClient client) {
    return made(client, LOCATIONS, newLocation());
  }

  private static String key(ApiClient client, String keys) {
    return made(client, keys, "{\"name\":\"Press\"}");
  }

  private static String subscription(ApiClient client, String subscriptions) {
    return made(client, subscriptions, "{\"type\":\"EMAIL\",\"config\":\"a@example.org\"}");
  }

  /**
   * A request, ready to be sent.
   *
   * @param row the row that it needs, as table and id; null for none
   */
  record Write(String method, String path, @Nullable String body, @Nullable Row row) {
    int send(ApiClient client) {
      return client.send(method, path, body == null ? null : body.getBytes(UTF_8)).status();
    }

    /** The status of an answer to it when all is well. */
    int success() {
      return switch (method) {
        case "DELETE" -> 204;
        case "PUT" -> 200;
        default -> 201;
      };
    }
  }

  /** A row of a table with a column {@code id}. */
  record Row(String table, String id) {}
}
