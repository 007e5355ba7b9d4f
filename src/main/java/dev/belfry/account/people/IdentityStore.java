package dev.belfry.account.people;

import dev.belfry.account.people.ClaimedRoles.Change;
import dev.belfry.account.people.ClaimedRoles.Held;
import dev.belfry.account.people.IdentityRefusedException.Reason;
import dev.belfry.api.auth.Role;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of persons whom a provider has proved. */
final class IdentityStore {
  private static final String FIND =
      """
      SELECT u.id, u.email FROM user_identities i JOIN users u ON u.id = i.user_id
      WHERE i.issuer = $1 AND i.subject = $2""";

  /** A person is made when an account wants it: by an invitation, or by what claims give. */
  private static final String ADD_PERSON =
      """
      INSERT INTO users (id, email, name, created_at)
      SELECT $1, $2, $3, now()
      WHERE EXISTS (SELECT FROM accounts a WHERE a.id = ANY($4::uuid[]))
        OR EXISTS (SELECT FROM invitations i WHERE i.email = $2 AND i.account_id IS NOT NULL
          AND i.expires_at > now())
      ON CONFLICT (email) DO NOTHING""";

  private static final String FIND_BY_EMAIL =
      "SELECT u.id, u.email FROM users u WHERE u.email = $1";

  private static final String LINK =
      """
      INSERT INTO user_identities (issuer, subject, user_id, created_at)
      VALUES ($1, $2, $3, now()) ON CONFLICT DO NOTHING""";

  /**
   * The provider proves the address; a password proves only that its owner had a link. Else a
   * stranger who joined an own account with a person's address would share that person's accounts.
   */
  private static final String END_PASSWORD =
      """
      WITH ended AS (UPDATE console_sessions SET ended_at = now()
        WHERE user_id = $1 AND ended_at IS NULL),
      removed AS (DELETE FROM second_factors WHERE user_id = $1)
      UPDATE users SET password_hash = NULL WHERE id = $1""";

  private static final String ACCEPT =
      """
      WITH used AS (DELETE FROM invitations
        WHERE email = $2 AND account_id IS NOT NULL AND expires_at > now()
        RETURNING account_id, role)
      INSERT INTO memberships (account_id, user_id, role, created_at, updated_at)
      SELECT account_id, $1, role, now(), now() FROM used
      ON CONFLICT (account_id, user_id) DO NOTHING""";

  /** As changes of members do, all owners too: two changes of owners wait for each other. */
  private static final String HOLD =
      """
      SELECT m.account_id, m.user_id, m.role, m.from_claims FROM memberships m
      WHERE (m.account_id = ANY($2::uuid[]) OR m.account_id IN (
          SELECT c.account_id FROM memberships c WHERE c.user_id = $1 AND c.from_claims))
        AND (m.user_id = $1 OR m.role = 'OWNER')
      ORDER BY m.account_id, m.user_id FOR UPDATE OF m""";

  /** Nothing for an account that is not there, or is full. */
  private static final String ADD =
      """
      INSERT INTO memberships (account_id, user_id, role, from_claims, created_at, updated_at)
      SELECT a.id, $2, $3, true, now(), now() FROM accounts a
      WHERE a.id = $1 AND (SELECT count(*) FROM memberships m WHERE m.account_id = $1) < $4
      ON CONFLICT (account_id, user_id) DO NOTHING""";

  private static final String CHANGE =
      """
      UPDATE memberships SET role = $3, updated_at = now()
      WHERE account_id = $1 AND user_id = $2 AND from_claims""";

  private static final String REMOVE =
      "DELETE FROM memberships WHERE account_id = $1 AND user_id = $2 AND from_claims";

  private final Database database;

  IdentityStore(Database database) {
    this.database = database;
  }

  private record Person(UUID id, String email) {
    static Person of(Row row) {
      return new Person(row.getUUID(0), row.getString(1));
    }
  }

  /**
   * The id of the person of an identity, who is made or linked at the first time, accepts the open
   * invitations of the address, and has the roles that claims give. Fails with {@link
   * IdentityRefusedException}.
   *
   * @param fresh id of a person who is new
   */
  Future<UUID> admit(ProvenIdentity identity, UUID fresh) {
    return database.transaction(
        connection ->
            find(connection, identity)
                .compose(
                    known ->
                        known.isPresent()
                            ? Future.succeededFuture(known.get())
                            : link(connection, identity, fresh))
                .compose(person -> accept(connection, identity, person))
                .compose(person -> follow(connection, identity, person.id()).map(person.id())));
  }

  private static Future<Optional<Person>> find(SqlConnection connection, ProvenIdentity identity) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(identity.issuer(), identity.subject()))
        .map(rows -> Rows.first(rows, Person::of));
  }

  private static Future<Person> link(
      SqlConnection connection, ProvenIdentity identity, UUID fresh) {
    String email = identity.email();
    if (email == null) {
      return refused(Reason.UNVERIFIED);
    }
    String name = identity.name().isEmpty() ? email : identity.name();
    return connection
        .preparedQuery(ADD_PERSON)
        .execute(Tuple.of(fresh, email, name).addArrayOfUUID(accounts(identity)))
        .compose(added -> connection.preparedQuery(FIND_BY_EMAIL).execute(Tuple.of(email)))
        .map(rows -> Rows.first(rows, Person::of))
        .compose(
            found ->
                found.isEmpty()
                    ? refused(Reason.STRANGER)
                    : connection
                        .preparedQuery(LINK)
                        .execute(Tuple.of(identity.issuer(), identity.subject(), found.get().id()))
                        .compose(
                            linked ->
                                connection
                                    .preparedQuery(END_PASSWORD)
                                    .execute(Tuple.of(found.get().id())))
                        .compose(ended -> find(connection, identity)))
        .compose(
            linked ->
                linked.isEmpty()
                    ? refused(Reason.OTHER_IDENTITY)
                    : Future.succeededFuture(linked.get()));
  }

  /** Undoes the transaction. */
  private static <T> Future<T> refused(Reason reason) {
    return Future.failedFuture(new IdentityRefusedException(reason));
  }

  private static Future<Person> accept(
      SqlConnection connection, ProvenIdentity identity, Person person) {
    return person.email().equals(identity.email())
        ? connection
            .preparedQuery(ACCEPT)
            .execute(Tuple.of(person.id(), person.email()))
            .map(person)
        : Future.succeededFuture(person);
  }

  private static Future<Void> follow(
      SqlConnection connection, ProvenIdentity identity, UUID person) {
    return connection
        .preparedQuery(HOLD)
        .execute(Tuple.of(person).addArrayOfUUID(accounts(identity)))
        .compose(
            rows -> {
              List<Held> held =
                  Rows.list(
                      rows,
                      row ->
                          new Held(
                              row.getUUID(0),
                              row.getUUID(1),
                              Role.valueOf(row.getString(2)),
                              row.getBoolean(3)));
              Future<Void> done = Future.succeededFuture();
              for (Change change : ClaimedRoles.changes(person, held, identity.roles())) {
                done = done.compose(before -> apply(connection, person, change));
              }
              return done;
            });
  }

  private static Future<Void> apply(SqlConnection connection, UUID person, Change change) {
    Tuple membership = Tuple.of(change.account(), person);
    if (change.after() == null) {
      return connection.preparedQuery(REMOVE).execute(membership).mapEmpty();
    }
    membership.addString(change.after().name());
    return change.before() == null
        ? connection
            .preparedQuery(ADD)
            .execute(membership.addInteger(InvitationStore.MOST_MEMBERS))
            .mapEmpty()
        : connection.preparedQuery(CHANGE).execute(membership).mapEmpty();
  }

  private static UUID[] accounts(ProvenIdentity identity) {
    return identity.roles().keySet().stream().sorted().toArray(UUID[]::new);
  }
}
