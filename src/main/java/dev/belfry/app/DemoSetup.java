package dev.belfry.app;

import dev.belfry.account.console.SignInLinks;
import dev.belfry.account.profile.AccountRegistration;
import dev.belfry.api.auth.ApiKeys;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Scope;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.Jdbc;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The demo of the embedded default: an account with a key and a {@link DemoStory}. The first start
 * creates it and prints the key; later ones print only how to sign in.
 */
public final class DemoSetup {
  /** Name of the key that marks the demo account. */
  static final String NAME = "demo";

  /** Name of the same key until the account has all that belongs to the demo. */
  private static final String UNFINISHED = "demo, being created";

  /** Where the demo's monitors point: {@link DemoTargets} of any process. */
  private static final String MONITORS =
      """
      SELECT id, settings -> 'request' ->> 'url' FROM checks
      WHERE account_id = ? AND settings -> 'request' ->> 'url' LIKE 'http://127.0.0.1:%/demo/%'
      ORDER BY id""";

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

  /** What a start without the demo prints. */
  public String ready() {
    return """

        Belfry is ready at %s. Its API is described at %s/docs.

        Create an account and a key with these subcommands, then sign in at %s/console:

        accounts create --name Acme
        keys create --account <the id that this prints>

        Or start with BELFRY_ADMIN_EMAIL set to your address: then the start prints a link that makes
        you the first person, with an account."""
        .formatted(url, url, url);
  }

  /**
   * Creates the demo if it is missing, and its targets. Returns the lines to print.
   *
   * @throws DatabaseUnusableException when the demo cannot be created
   */
  public String prepare() {
    try (Connection connection = Jdbc.connect(app.database())) {
      ApiKeys keys = new ApiKeys(connection);
      Optional<ApiKeys.Made> known = keys.find(NAME);
      if (known.isPresent()) {
        ApiKeys.Made made = known.get();
        goOn(connection, made);
        return again(made);
      }
      ApiKeys.Made made = unfinished(connection, keys);
      String monitor = tls ? "" : story(made).create(new DemoTargets(app.vertx()).listen(0));
      keys.rename(made.key().keyId(), NAME);
      return first(made, monitor);
    } catch (SQLException | IOException e) {
      throw new DatabaseUnusableException("Cannot create the demo data: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnusableException("Interrupted while creating the demo data", e);
    }
  }

  private String first(ApiKeys.Made made, String monitor) {
    return """

        Belfry is ready at %s.

        Open the console. This link signs you in, once and within %d minutes. The console then asks
        who you are, for a name and a password:

          %s

        Paste these lines into another terminal to use the API. The key is not printed again:

        export BELFRY_URL=%s
        export BELFRY_ACCOUNT_ID=%s
        export BELFRY_API_KEY=%s
        export BELFRY_MONITOR_ID=%s

        The API is described at %s/docs."""
        .formatted(
            url, minutes(), link(made), url, made.key().accountId(), token(made), monitor, url);
  }

  private String again(ApiKeys.Made made) {
    return """

        Belfry is ready at %s.

        Open the console. This link signs you in, once and within %d minutes:

          %s

        The subcommand "keys create --account %s" prints another API key."""
        .formatted(url, minutes(), link(made), made.key().accountId());
  }

  private static long minutes() {
    return SignInLinks.LIFE.toMinutes();
  }

  private String link(ApiKeys.Made made) {
    return url + app.signInLinks().path(token(made));
  }

  private String token(ApiKeys.Made made) {
    return app.keyTokens().issue(made.key(), made.at());
  }

  /** A certificate is for a name that this process may not be able to reach: no story over TLS. */
  private DemoStory story(ApiKeys.Made made) {
    return new DemoStory("http://127.0.0.1:" + app.port(), made.key().accountId(), token(made));
  }

  private ApiKeys.Made unfinished(Connection connection, ApiKeys keys) throws SQLException {
    Optional<ApiKeys.Made> interrupted = keys.find(UNFINISHED);
    if (interrupted.isPresent()) {
      return interrupted.get();
    }
    Ids ids = new Ids(clock);
    UUID account = ids.next();
    new AccountRegistration(connection).create(account, "Demo", clock.instant());
    return keys.create(
        new Caller(ids.next(), account, Scope.ADMIN, null, null), UNFINISHED, clock.instant());
  }

  /** Listens where the demo's monitors look, or has them look where there is a free port. */
  private void goOn(Connection connection, ApiKeys.Made made)
      throws SQLException, IOException, InterruptedException {
    Map<String, URI> monitors = monitors(connection, made.key().accountId());
    if (monitors.isEmpty() || tls) {
      return;
    }
    URI before = monitors.values().iterator().next();
    // Vert.x would let two servers of a process share a port.
    int wanted = before.getPort() == app.port() ? 0 : before.getPort();
    String targets = new DemoTargets(app.vertx()).listen(wanted);
    for (Map.Entry<String, URI> monitor : monitors.entrySet()) {
      String address = targets + monitor.getValue().getPath();
      if (!address.equals(monitor.getValue().toString())) {
        story(made).move(monitor.getKey(), address);
      }
    }
  }

  private static Map<String, URI> monitors(Connection connection, UUID account)
      throws SQLException {
    Map<String, URI> monitors = new LinkedHashMap<>();
    try (PreparedStatement find = connection.prepareStatement(MONITORS)) {
      find.setObject(1, account);
      try (ResultSet rows = find.executeQuery()) {
        while (rows.next()) {
          monitors.put(rows.getString(1), URI.create(rows.getString(2)));
        }
      }
    }
    return monitors;
  }
}
