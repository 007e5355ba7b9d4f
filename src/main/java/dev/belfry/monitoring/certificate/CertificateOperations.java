package dev.belfry.monitoring.certificate;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.UUID;

/** The API's operations on client certificates. */
public final class CertificateOperations {
  private final Vertx vertx;
  private final CertificateStore store;
  private final Sealer sealer;
  private final Ids ids;
  private final InstantSource clock;

  public CertificateOperations(
      Vertx vertx, Database database, Sealer sealer, Ids ids, InstantSource clock) {
    this.vertx = vertx;
    this.store = new CertificateStore(database);
    this.sealer = sealer;
    this.ids = ids;
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listClientCertificates", this::listClientCertificates)
        .add("createClientCertificate", this::createClientCertificate)
        .add("readClientCertificate", this::readClientCertificate)
        .add("deleteClientCertificate", this::deleteClientCertificate);
  }

  Future<ApiResponse> listClientCertificates(ApiRequest request) {
    return store
        .list(request.account())
        .map(rows -> JsonText.array(rows.stream().map(CertificateRow::json).toList()))
        .map(ApiResponse::ok);
  }

  Future<ApiResponse> readClientCertificate(ApiRequest request) {
    return store
        .read(request.account(), request.guid("id"))
        .map(found -> found.orElseThrow(ApiException::notFound))
        .map(row -> ApiResponse.ok(row.json()));
  }

  /** Looks at the draft on a worker thread, since an encrypted key takes its time. */
  Future<ApiResponse> createClientCertificate(ApiRequest request) {
    UUID account = request.account();
    CertificateDraft draft = CertificateDraft.of(request.body());
    return vertx
        .executeBlocking(() -> CertificateRules.judge(draft, clock.instant()))
        .compose(
            judged -> {
              if (!judged.violations().isEmpty()) {
                throw ApiException.invalid(judged.violations());
              }
              byte[] key = requireNonNull(judged.key()).getEncoded();
              CertificateRow row =
                  new CertificateRow(
                      ids.next(),
                      draft.host(),
                      draft.cert(),
                      draft.ca(),
                      clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC));
              return store
                  .insert(account, row, sealed(account, row.id(), key))
                  .map(stored -> created(stored, row));
            });
  }

  private String sealed(UUID account, UUID id, byte[] key) {
    return sealer.seal(
        AccountCertificates.place(account, id), Base64.getEncoder().encodeToString(key));
  }

  private static ApiResponse created(boolean stored, CertificateRow row) {
    if (!stored) {
      throw new ApiException(
          ApiError.CONFLICT,
          "The account has " + CertificateStore.MOST + " client certificates; delete one first");
    }
    return ApiResponse.created(row.json());
  }

  Future<ApiResponse> deleteClientCertificate(ApiRequest request) {
    return store
        .delete(request.account(), request.guid("id"))
        .map(
            deleted -> {
              if (!deleted) {
                throw ApiException.notFound();
              }
              return ApiResponse.noContent();
            });
  }
}
