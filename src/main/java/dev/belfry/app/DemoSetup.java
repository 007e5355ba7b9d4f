package dev.belfry.app;

import dev.belfry.account.profile.AccountRegistration;
import dev.belfry.api.auth.ApiKeys;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Scope;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.Jdbc;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Creates the demo data of the embedded default through the API: an account with a key, a group, a
 * service and a monitor. Returns the lines to paste.
 */
public final class DemoSetup {
  /** Name of the key that marks the demo account. */
  static final String NAME = "demo";

  private static final Set<Integer> LATER = Set.of(409, 503);
  private static final int MOST_REPETITIONS = 20;
  private static final long PAUSE_MILLIS = 500;

  private final App app;
  private final InstantSource clock;
  private final String url;
  private final boolean tls;

  public DemoSetup(App app, Config config, InstantSource clock) {
    this.app = app;
    this.clock = clock;
    this.tls = config.http().tls() != null;
    this.url =
        config.publicUrl() == null
            ? (tls ? "https" : "http") + "://localhost:" + app.port()
            : config.publicUrl().toString();
  }

  /** Makes what is missing and returns the lines to paste. */
  public String prepare() {
    try (Connection connection = Jdbc.connect(app.database())) {
      ApiKeys.Made made = key(connection);
      String token = app.keyTokens().issue(made.key(), made.at());
      String monitor = monitor(connection, made.key().accountId(), token);
      return lines(made.key(), token, monitor);
    } catch (SQLException | IOException e) {
      throw new DatabaseUnusableException("Cannot create the demo data: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnusableException("Interrupted while creating the demo data", e);
    }
  }

  private String lines(Caller key, String token, String monitor) {
    return """

        Belfry is ready. Paste these lines into another terminal:

        export BELFRY_URL=%s
        export BELFRY_ACCOUNT_ID=%s
        export BELFRY_API_KEY=%s
        export BELFRY_MONITOR_ID=%s

        curl -s -X PUT "$BELFRY_URL/v1/checks/url/$BELFRY_MONITOR_ID" -H "Authorization: Bearer $BELFRY_API_KEY" -H 'Content-Type: application/json' -d '{"name":"My first monitor","frequency":5}'

        In a browser: %s/console takes the same key; %s/docs is the API reference"""
        .formatted(url, key.accountId(), token, monitor, url, url);
  }

  private ApiKeys.Made key(Connection connection) throws SQLException {
    ApiKeys keys = new ApiKeys(connection);
    Optional<ApiKeys.Made> known = keys.find(NAME);
    if (known.isPresent()) {
      return known.get();
    }
    Ids ids = new Ids(clock);
    UUID account = ids.next();
    new AccountRegistration(connection).create(account, "Demo", clock.instant());
    return keys.create(
        new Caller(ids.next(), account, Scope.ADMIN, null, null), NAME, clock.instant());
  }

  private String monitor(Connection connection, UUID account, String token)
      throws SQLException, IOException, InterruptedException {
    Optional<String> known = oldestMonitor(connection, account);
    if (known.isPresent()) {
      return known.get();
    }
    if (tls) {
      return ""; // A certificate is for a name that this process may not be able to reach.
    }
    post("/v1/status-pages/services", "{\"name\":\"Website\"}", token);
    String group = post("/v2/check-groups", "{\"name\":\"Website\"}", token);
    long groupId = JsonText.parse(group).get("id").asLong();
    String made =
        post(
            "/v1/checks/url",
            """
            {"name":"Belfry itself","groupId":%d,"locations":["eu-west-1"],
             "request":{"url":"http://127.0.0.1:%d/openapi.json","followRedirects":true}}"""
                .formatted(groupId, app.port()),
            token);
    return JsonText.parse(made).get("id").asText();
  }

  private static Optional<String> oldestMonitor(Connection connection, UUID account)
      throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement(
            "SELECT id FROM checks WHERE account_id = ? ORDER BY id LIMIT 1")) {
      find.setObject(1, account);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
      }
    }
  }

  /** A machine that has just started much may be slow for a moment. */
  private String post(String path, String body, String token)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + app.port() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpClient client = HttpClient.newHttpClient();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    for (int again = 0; again < MOST_REPETITIONS && LATER.contains(answer.statusCode()); again++) {
      Thread.sleep(PAUSE_MILLIS);
      answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    }
    if (answer.statusCode() != 201) {
      throw new IOException(path + " answered " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }
}
