package dev.belfry.monitoring.certificate;

import static dev.belfry.platform.db.BulkStatement.Column.GUID;

import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of client certificates. */
final class CertificateStore {
  /** Certificates that an account may have. */
  static final int MOST = 50;

  private static final String LIST =
      "SELECT "
          + CertificateRow.COLUMNS
          + " FROM client_certificates WHERE account_id = $1 ORDER BY id";

  private static final String READ =
      "SELECT "
          + CertificateRow.COLUMNS
          + " FROM client_certificates WHERE account_id = $1 AND id = $2";

  /** Serializes insertions, so that two of them cannot both take the last free place. */
  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(hashtextextended('belfry.certificates ' || $1::uuid::text, 0))";

  private static final String INSERT =
      """
      INSERT INTO client_certificates
        (account_id, id, host, certificate, trusted, created_at, private_key)
      SELECT $1, $2, $3, $4, $5, $6, $7
      WHERE (SELECT count(*) FROM client_certificates WHERE account_id = $1) < $8""";

  private static final String DELETE =
      "DELETE FROM client_certificates WHERE account_id = $1 AND id = $2";

  /** Ids and hosts of the certificates of an account, the newest last. */
  private static final String LOOK_UP =
      """
      SELECT (SELECT string_agg(c.id || ' ' || c.host, E'\\n' ORDER BY c.id)
          FROM client_certificates c WHERE c.account_id = asked.account_id),
        asked.number
      FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS asked (account_id, ignored, number)""";

  private static final String SECRETS =
      """
      SELECT id, certificate, private_key, trusted FROM client_certificates
      WHERE account_id = $1 AND id = ANY ($2)""";

  private final Database database;
  private final BulkStatement lookUp;

  CertificateStore(Database database) {
    this.database = database;
    this.lookUp = database.bulkRead(LOOK_UP, GUID);
  }

  /**
   * A certificate with its key.
   *
   * @param key sealed
   */
  record Sealed(UUID id, String cert, String key, @Nullable String ca) {
    static Sealed of(Row row) {
      return new Sealed(row.getUUID(0), row.getString(1), row.getString(2), row.getString(3));
    }
  }

  Future<List<CertificateRow>> list(UUID account) {
    return database.query(LIST, Tuple.of(account)).map(rows -> Rows.list(rows, CertificateRow::of));
  }

  Future<Optional<CertificateRow>> read(UUID account, UUID id) {
    return database
        .query(READ, Tuple.of(account, id))
        .map(rows -> Rows.first(rows, CertificateRow::of));
  }

  /** Stores a certificate; false when the account has as many as it may have. */
  Future<Boolean> insert(UUID account, CertificateRow row, String sealedKey) {
    return database.transaction(
        connection ->
            connection
                .preparedQuery(LOCK)
                .execute(Tuple.of(account))
                .compose(locked -> insert(connection, account, row, sealedKey)));
  }

  private static Future<Boolean> insert(
      SqlConnection connection, UUID account, CertificateRow row, String sealedKey) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(account, row.id(), row.host(), row.cert(), row.ca())
                .addOffsetDateTime(row.createdAt())
                .addString(sealedKey)
                .addInteger(MOST))
        .map(rows -> rows.rowCount() > 0);
  }

  Future<Boolean> delete(UUID account, UUID id) {
    return database.change(DELETE, Tuple.of(account, id)).map(rows -> rows.rowCount() > 0);
  }

  /** Ids and hosts of the certificates of an account, one on a line; empty for none. */
  Future<Optional<String>> hosts(UUID account) {
    return lookUp.execute(account, account).map(found -> found.map(row -> row.getString(0)));
  }

  Future<List<Sealed>> secrets(UUID account, Collection<UUID> ids) {
    return database
        .query(SECRETS, Tuple.of(account).addArrayOfUUID(ids.toArray(UUID[]::new)))
        .map(rows -> Rows.list(rows, Sealed::of));
  }
}
