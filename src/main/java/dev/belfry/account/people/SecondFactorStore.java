package dev.belfry.account.people;

import dev.belfry.account.people.FactorState.Judged;
import dev.belfry.account.people.FactorState.Verdict;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of second factors. Whatever judges a code holds the row, so that of two requests with the
 * same code one wins, on any instance, and no guess goes uncounted.
 */
final class SecondFactorStore {
  /** A new secret takes the place of one that is not in force, and of no other. */
  private static final String BEGIN =
      """
      INSERT INTO second_factors AS f (user_id, secret, begun_at, tried_at) VALUES ($1, $2, $3, $3)
      ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, begun_at = excluded.begun_at,
        last_step = 0, tries = 0, tried_at = excluded.tried_at
      WHERE f.confirmed_at IS NULL""";

  private static final String HOLD =
      """
      SELECT secret, last_step, tries, tried_at FROM second_factors
      WHERE user_id = $1 AND %s FOR UPDATE""";

  private static final String HOLD_CONFIRMED = HOLD.formatted("confirmed_at IS NOT NULL");
  private static final String HOLD_BEGUN = HOLD.formatted("confirmed_at IS NULL AND begun_at > $2");

  private static final String KEEP =
      """
      UPDATE second_factors SET secret = $2, last_step = $3, tries = $4, tried_at = $5
      WHERE user_id = $1""";

  private static final String CONFIRM =
      "UPDATE second_factors SET confirmed_at = $2 WHERE user_id = $1";

  private static final String USE_RECOVERY =
      "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2";

  private static final String FORGET_CODES = "DELETE FROM recovery_codes WHERE user_id = $1";

  private static final String ADD_CODES =
      """
      INSERT INTO recovery_codes (user_id, code_hash)
      SELECT $1, decode(hash, 'hex') FROM unnest($2::text[]) AS hash""";

  private static final String REMOVE =
      "DELETE FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL";

  private static final String LEFT =
      """
      SELECT (SELECT count(*) FROM recovery_codes c WHERE c.user_id = f.user_id)
      FROM second_factors f WHERE f.user_id = $1 AND f.confirmed_at IS NOT NULL""";

  private final Database database;
  private final Sealer sealer;

  /**
   * @param sealer seals the secrets
   */
  SecondFactorStore(Database database, Sealer sealer) {
    this.database = database;
    this.sealer = sealer;
  }

  /**
   * What became of a code.
   *
   * @param seconds until the next code is judged, 0 unless the verdict says so
   */
  record Use(Verdict verdict, long seconds) {
    static final Use NONE = new Use(Verdict.NONE, 0);
  }

  /** Stores a new secret; false when a factor is in force. */
  Future<Boolean> begin(UUID person, TotpSecret secret, Instant now) {
    String sealed = sealer.seal(context(person), secret.hex());
    return database
        .change(BEGIN, Tuple.of(person, sealed, now.atOffset(ZoneOffset.UTC)))
        .map(rows -> rows.rowCount() > 0);
  }

  /** How many recovery codes are left; empty without a factor in force. */
  Future<Optional<Long>> left(UUID person) {
    return database
        .query(LEFT, Tuple.of(person))
        .map(rows -> Rows.first(rows, row -> row.getLong(0)));
  }

  /**
   * Judges a code and uses it up.
   *
   * @param code plain, null when none was given
   */
  Future<Use> use(UUID person, @Nullable String code, Instant now) {
    return database.transaction(
        connection ->
            held(connection, HOLD_CONFIRMED, Tuple.of(person))
                .compose(
                    held ->
                        held.isEmpty()
                            ? Future.succeededFuture(Use.NONE)
                            : code == null
                                ? Future.succeededFuture(new Use(Verdict.REQUIRED, 0))
                                : RecoveryCode.isOfApp(code)
                                    ? judge(connection, person, held.get(), code, now)
                                    : recover(connection, person, code)));
  }

  private Future<Use> judge(
      SqlConnection connection, UUID person, Row row, String code, Instant now) {
    FactorState state = state(person, row);
    Judged judged = state.judge(code, now);
    if (judged.verdict() == Verdict.WAIT) {
      return Future.succeededFuture(new Use(Verdict.WAIT, state.seconds(now)));
    }
    return keep(connection, person, row, judged).map(kept -> new Use(judged.verdict(), 0));
  }

  /** The secret is sealed anew with the key in force. */
  private Future<Void> keep(SqlConnection connection, UUID person, Row row, Judged judged) {
    FactorState after = judged.after();
    String sealed = sealer.renew(context(person), row.getString(0));
    return connection
        .preparedQuery(KEEP)
        .execute(
            Tuple.of(
                person,
                sealed,
                after.lastStep(),
                after.tries(),
                after.triedAt().atOffset(ZoneOffset.UTC)))
        .mapEmpty();
  }

  private static Future<Use> recover(SqlConnection connection, UUID person, String code) {
    return connection
        .preparedQuery(USE_RECOVERY)
        .execute(Tuple.of(person, Buffer.buffer(new RecoveryCode(code).hash())))
        .map(rows -> new Use(rows.rowCount() > 0 ? Verdict.RIGHT : Verdict.WRONG, 0));
  }

  /**
   * Judges the first code of a new secret; a right one puts the factor in force, with these
   * recovery codes. The verdict is {@link Verdict#NONE} when no secret waits.
   *
   * @param begunAfter an older secret does not count
   */
  Future<Verdict> confirm(
      UUID person, String code, List<RecoveryCode> codes, Instant now, Instant begunAfter) {
    return database.transaction(
        connection ->
            held(connection, HOLD_BEGUN, Tuple.of(person, begunAfter.atOffset(ZoneOffset.UTC)))
                .compose(
                    held -> {
                      if (held.isEmpty() || state(person, held.get()).isSpent()) {
                        return Future.succeededFuture(Verdict.NONE);
                      }
                      Judged judged = state(person, held.get()).judge(code, now);
                      Future<Void> kept = keep(connection, person, held.get(), judged);
                      return judged.verdict() == Verdict.WRONG
                          ? kept.map(Verdict.WRONG)
                          : kept.compose(done -> confirmed(connection, person, now))
                              .compose(done -> replace(connection, person, codes))
                              .map(Verdict.RIGHT);
                    }));
  }

  private static Future<Void> confirmed(SqlConnection connection, UUID person, Instant now) {
    return connection
        .preparedQuery(CONFIRM)
        .execute(Tuple.of(person, now.atOffset(ZoneOffset.UTC)))
        .mapEmpty();
  }

  /** Puts recovery codes in place of all others; false without a factor in force. */
  Future<Boolean> replaceCodes(UUID person, List<RecoveryCode> codes) {
    return database.transaction(
        connection ->
            held(connection, HOLD_CONFIRMED, Tuple.of(person))
                .compose(
                    held ->
                        held.isEmpty()
                            ? Future.succeededFuture(false)
                            : replace(connection, person, codes).map(true)));
  }

  private static Future<Void> replace(
      SqlConnection connection, UUID person, List<RecoveryCode> codes) {
    String[] hashes = codes.stream().map(RecoveryCode::hexHash).toArray(String[]::new);
    return connection
        .preparedQuery(FORGET_CODES)
        .execute(Tuple.of(person))
        .compose(
            gone ->
                connection
                    .preparedQuery(ADD_CODES)
                    .execute(Tuple.of(person).addArrayOfString(hashes)))
        .mapEmpty();
  }

  /** Removes a factor with its recovery codes; false when none is in force. */
  Future<Boolean> remove(UUID person) {
    return database.change(REMOVE, Tuple.of(person)).map(rows -> rows.rowCount() > 0);
  }

  private static Future<Optional<Row>> held(SqlConnection connection, String sql, Tuple values) {
    return connection.preparedQuery(sql).execute(values).map(rows -> Rows.first(rows, row -> row));
  }

  private FactorState state(UUID person, Row row) {
    return new FactorState(
        new TotpSecret(sealer.unseal(context(person), row.getString(0))),
        row.getLong(1),
        row.getInteger(2),
        row.getOffsetDateTime(3).toInstant());
  }

  private static SealContext context(UUID person) {
    return new SealContext("second_factors.secret", person, "");
  }
}
