package dev.belfry.account.people;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.api.auth.Role;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of invitations. */
final class InvitationStore {
  static final int MOST_INVITATIONS = 100;
  static final int MOST_MEMBERS = 1_000;

  private static final String FULL =
      "The account has %d invitations or %d members; remove some first"
          .formatted(MOST_INVITATIONS, MOST_MEMBERS);

  /** A new invitation of the same address has another id and link; two at once become one. */
  private static final String INVITE =
      """
      INSERT INTO invitations
        (id, account_id, email, role, token_hash, invited_by, created_at, expires_at)
      SELECT $1, $2, $3, $4, $5, $6, $7, $8
      WHERE (SELECT count(*) FROM invitations WHERE account_id = $2 AND email <> $3) < $9
        AND (SELECT count(*) FROM memberships WHERE account_id = $2) < $10
      ON CONFLICT (account_id, email) DO UPDATE SET id = excluded.id, role = excluded.role,
        token_hash = excluded.token_hash, invited_by = excluded.invited_by,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      RETURNING (SELECT u.email FROM users u WHERE u.id = $6)""";

  private static final String REPLACED =
      "DELETE FROM invitations WHERE account_id = $1 AND email = $2";

  private static final String IS_MEMBER =
      """
      SELECT FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.account_id = $1 AND u.email = $2""";

  private static final String OWNERS =
      "SELECT count(*) FROM memberships WHERE account_id = $1 AND role = 'OWNER'";

  private static final String FIND =
      """
      SELECT i.id, i.email, i.account_id, a.name, i.role, u.id, u.password_hash FROM invitations i
        LEFT JOIN accounts a ON a.id = i.account_id LEFT JOIN users u ON u.email = i.email
      WHERE i.token_hash = $1 AND i.expires_at > now()""";

  private static final String USE =
      "DELETE FROM invitations WHERE id = $1 AND token_hash = $2 AND expires_at > now()";

  private static final String ADD_PERSON =
      """
      INSERT INTO users (id, email, name, password_hash, created_at)
      VALUES ($1, $2, $3, $4, now()) ON CONFLICT (email) DO NOTHING""";

  private static final String SET_PASSWORD = "UPDATE users SET password_hash = $2 WHERE id = $1";

  /** A person who is a member already keeps the role. */
  private static final String ADD_MEMBER =
      """
      INSERT INTO memberships (account_id, user_id, role, created_at, updated_at)
      VALUES ($1, $2, $3, now(), now()) ON CONFLICT (account_id, user_id) DO NOTHING""";

  private final Database database;
  private final InvitationMails mails;

  InvitationStore(Database database, InvitationMails mails) {
    this.database = database;
    this.mails = mails;
  }

  /**
   * A new invitation.
   *
   * @param caller who invites
   */
  record Draft(Caller caller, String email, Role role, OpaqueKey link) {
    UUID account() {
      return caller.accountId();
    }

    /** The person who invites, null for a key. */
    private @Nullable UUID inviter() {
      return caller.person() == null ? null : caller.person().id();
    }
  }

  /**
   * A stored invitation.
   *
   * @param inviter address of the person who invites, empty for a key
   */
  record Stored(String inviter, MailState mail) {}

  /**
   * Stores an invitation in place of an older one of the same address, and queues its e-mail. Fails
   * with a 403 when the caller may not make owners, and with a 409 for a member, or when there are
   * too many.
   */
  Future<Stored> invite(Draft draft, OffsetDateTime end, String link) {
    Tuple invitation =
        Tuple.of(draft.link().id(), draft.account(), draft.email(), draft.role().name())
            .addValue(Buffer.buffer(draft.link().hash()))
            .addValue(draft.inviter())
            .addValue(draft.link().createdAt())
            .addValue(end)
            .addInteger(MOST_INVITATIONS)
            .addInteger(MOST_MEMBERS);
    Tuple whom = Tuple.of(draft.account(), draft.email());
    return database.transaction(
        connection ->
            allowed(connection, draft)
                .compose(allowed -> connection.preparedQuery(IS_MEMBER).execute(whom))
                .compose(
                    members ->
                        members.size() > 0
                            ? refused("The person is a member of the account")
                            : connection.preparedQuery(REPLACED).execute(whom))
                .compose(gone -> connection.preparedQuery(INVITE).execute(invitation))
                .compose(
                    made ->
                        made.size() == 0
                            ? refused(FULL)
                            : Future.succeededFuture(
                                Objects.requireNonNullElse(
                                    made.iterator().next().getString(0), "")))
                .compose(
                    inviter ->
                        mails
                            .queue(connection, draft, link)
                            .map(mail -> new Stored(inviter, mail))));
  }

  /** Owners are counted only where the rule may need them. */
  private static Future<Void> allowed(SqlConnection connection, Draft draft) {
    return draft.role() != Role.OWNER
        ? Future.succeededFuture()
        : connection
            .preparedQuery(OWNERS)
            .execute(Tuple.of(draft.account()))
            .compose(
                owners -> {
                  MemberRules.require(
                      draft.caller().role(),
                      draft.role(),
                      draft.role(),
                      Math.toIntExact(Rows.number(owners)));
                  return Future.succeededFuture();
                });
  }

  /** Undoes the transaction. */
  private static <T> Future<T> refused(String why) {
    return Future.failedFuture(new ApiException(ApiError.CONFLICT, why));
  }

  /** The invitation of a link; empty when it was used, is over, or never was. */
  Future<Optional<InvitationRow>> find(String token) {
    return database
        .query(FIND, Tuple.of(Buffer.buffer(OpaqueKey.hash(token))))
        .map(rows -> Rows.first(rows, InvitationRow::of));
  }

  /**
   * Uses an invitation: adds a new person or sets the password of one, and adds the member. False
   * when another request has used it. Fails with a 409 when the address belongs to a person by now.
   *
   * @param person who accepts
   * @param name of a new person
   * @param hash of a new password, null to keep the one in use
   */
  Future<Boolean> use(
      InvitationRow invitation, String token, UUID person, String name, @Nullable String hash) {
    return database.transaction(
        connection ->
            connection
                .preparedQuery(USE)
                .execute(Tuple.of(invitation.id()).addValue(Buffer.buffer(OpaqueKey.hash(token))))
                .compose(
                    used ->
                        used.rowCount() == 0
                            ? Future.succeededFuture(false)
                            : password(connection, invitation, person, name, hash)
                                .compose(done -> join(connection, invitation, person))));
  }

  private static Future<Void> password(
      SqlConnection connection,
      InvitationRow invitation,
      UUID person,
      String name,
      @Nullable String hash) {
    if (hash == null) {
      return Future.succeededFuture();
    }
    if (invitation.person() == null) {
      return connection
          .preparedQuery(ADD_PERSON)
          .execute(Tuple.of(person, invitation.email(), name, hash))
          .compose(
              rows ->
                  rows.rowCount() > 0
                      ? Future.succeededFuture()
                      : refused("The person has a password by now; accept with it"));
    }
    return connection
        .preparedQuery(SET_PASSWORD)
        .execute(Tuple.of(person, hash))
        .compose(set -> PersonStore.endSessions(connection, person, null))
        .mapEmpty();
  }

  private static Future<Boolean> join(
      SqlConnection connection, InvitationRow invitation, UUID person) {
    if (invitation.account() == null || invitation.role() == null) {
      return Future.succeededFuture(true);
    }
    return connection
        .preparedQuery(ADD_MEMBER)
        .execute(Tuple.of(invitation.account(), person, invitation.role().name()))
        .map(true);
  }
}
