package dev.belfry.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RevocationFeedIT {
  private static final UUID ACCOUNT = new UUID(1, 0);

  private final TestDatabase database = TestDatabase.createMigrated();
  private final Vertx vertx = Vertx.vertx();
  private final SqlClient client =
      PgBuilder.client()
          .with(new PoolOptions().setMaxSize(1))
          .connectingTo(
              new PgConnectOptions()
                  .setHost(database.address().host())
                  .setPort(database.address().port())
                  .setDatabase(database.address().database())
                  .setUser(database.address().user())
                  .setPassword(database.address().password().value()))
          .using(vertx)
          .build();
  private final RevokedKeys revoked = new RevokedKeys();
  private final RestrictedMembers restricted = new RestrictedMembers();
  private final RevocationFeed feed = new RevocationFeed(revoked, restricted);

  RevocationFeedIT() {
    database.execute(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES ('"
            + ACCOUNT
            + "', 'Shop', '{}', now())");
  }

  @AfterEach
  void close() {
    vertx.close().await();
    database.close();
  }

  private UUID key(int number, String revokedAt, String expiresAt) {
    UUID id = new UUID(2, number);
    database.execute(
        """
        INSERT INTO api_keys (id, account_id, name, scope, created_at, revoked_at, expires_at)
        VALUES ('%s', '%s', 'k', 'read', now(), %s, %s)"""
            .formatted(id, ACCOUNT, revokedAt, expiresAt));
    return id;
  }

  private Caller member(boolean isRestricted) {
    UUID person = UUID.randomUUID();
    database.execute(
        """
        INSERT INTO users (id, email, name, created_at) VALUES ('%1$s', '%1$s', 'Ada', now());
        INSERT INTO memberships (account_id, user_id, role, created_at, updated_at)
        VALUES ('%2$s', '%1$s', 'VIEWER', now(), now());
        UPDATE memberships SET restricted = %3$s WHERE user_id = '%1$s'"""
            .formatted(person, ACCOUNT, isRestricted));
    return new Caller(
        UUID.randomUUID(),
        ACCOUNT,
        Scope.READ,
        null,
        null,
        new SignedInPerson(person, Role.VIEWER, false));
  }

  private void restrict(Caller member, boolean isRestricted) {
    database.execute(
        """
        UPDATE memberships SET restricted = %s, restriction_changed_at = clock_timestamp()
        WHERE user_id = '%s'"""
            .formatted(isRestricted, member.requirePerson().id()));
  }

  @Test
  void knowsWhoIsRestrictedBeforeAndSince() {
    Caller ada = member(true);
    Caller grace = member(false);
    read();
    assertThat(restricted.contains(ada)).isTrue();
    assertThat(restricted.contains(grace)).isFalse();
    restrict(ada, false);
    restrict(grace, true);
    read();
    assertThat(restricted.contains(ada)).isFalse();
    assertThat(restricted.contains(grace)).isTrue();
    restricted.release(grace.requirePerson().id());
    assertThat(restricted.contains(grace)).isFalse();
  }

  @Test
  void aProviderStandsForTheFactorAndKeysNeedNone() {
    Caller ada = member(true);
    read();
    SignedInPerson proven = new SignedInPerson(ada.requirePerson().id(), Role.VIEWER, true);
    assertThat(
            restricted.contains(new Caller(ada.keyId(), ACCOUNT, Scope.READ, null, null, proven)))
        .isFalse();
    assertThat(restricted.contains(new Caller(ada.keyId(), ACCOUNT, Scope.READ, null, null)))
        .isFalse();
  }

  private void read() {
    feed.apply(client).await();
  }

  @Test
  void knowsWhatWasRevokedBeforeAndSince() {
    UUID old = key(1, "now() - interval '1 year'", "NULL");
    UUID good = key(2, "NULL", "NULL");
    read();
    assertThat(revoked.contains(old)).isTrue();
    assertThat(revoked.contains(good)).isFalse();

    database.execute("UPDATE api_keys SET revoked_at = now() WHERE id = '" + good + "'");
    read();

    assertThat(revoked.contains(old)).isTrue();
    assertThat(revoked.contains(good)).isTrue();
  }

  @Test
  void seesOneWhoseTransactionEndedAfterThatOfANewerOne() {
    key(1, "now()", "NULL");
    read();

    UUID late = key(2, "now() - interval '9 seconds'", "NULL");
    read();

    assertThat(revoked.contains(late)).isTrue();
  }

  /** Whether it has expired is judged by the clock of each instance, which may be behind. */
  @Test
  void knowsOneThatHasExpiredByTheDatabasesClockAlone() {
    UUID expired = key(1, "now() - interval '2 days'", "now() - interval '1 day'");
    read();

    assertThat(revoked.contains(expired)).isTrue();
  }

  @Test
  void seesOneThatIsRevokedAfterTheClockWasSetBack() {
    key(1, "now()", "NULL");
    read();
    database.execute("CREATE SCHEMA set_back");
    setClock("- interval '1 hour'");
    UUID late = key(2, "now() - interval '1 hour'", "NULL");
    read();
    read();

    assertThat(revoked.contains(late)).isTrue();
  }

  /** The statements of the feed find this function before that of Postgres. */
  private void setClock(String offset) {
    database.execute(
        "CREATE FUNCTION set_back.now() RETURNS timestamptz LANGUAGE sql STABLE AS"
            + " 'SELECT pg_catalog.now() "
            + offset.replace("'", "''")
            + "'");
    client.query("SET search_path = set_back, pg_catalog, public").execute().await();
  }

  @Test
  void readsTheKnownOnesAgainSeldom() {
    UUID old = key(1, "now() - interval '1 hour'", "now() + interval '1 year'");
    key(2, "now()", "NULL");
    read();
    database.execute(
        "UPDATE api_keys SET expires_at = now() - interval '8 days' WHERE id = '" + old + "'");

    read();
    assertThat(revoked.contains(old)).isTrue();
    for (int reading = 0; reading < 1_000; reading++) {
      read();
    }
    assertThat(revoked.contains(old)).isFalse();
  }
}
