package dev.belfry.monitoring.certificate;

import dev.belfry.api.http.JsonText;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A client certificate as an answer shows it, without its key.
 *
 * @param ca null for none
 */
record CertificateRow(
    UUID id, String host, String cert, @Nullable String ca, OffsetDateTime createdAt) {
  static final String COLUMNS = "id, host, certificate, trusted, created_at";

  static CertificateRow of(Row row) {
    return new CertificateRow(
        row.getUUID(0),
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getOffsetDateTime(4));
  }

  /** The answer's JSON text. */
  String json() {
    return JsonText.object()
        .plain("id", id.toString())
        .string("host", host)
        .string("cert", cert)
        .string("ca", ca)
        .time("created_at", createdAt)
        .end();
  }
}
