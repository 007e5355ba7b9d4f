package dev.belfry.alerting.push;

import static dev.belfry.platform.error.ApiError.CONFLICT;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/** The API's operations on the devices of the caller. */
public final class DeviceOperations {
  /** How many devices a person may have. */
  static final int MOST = 10;

  private static final String LOST =
      "The key for push messages was sealed with a key that is not configured (BELFRY_SEALING_KEY)";

  private final PushDeviceStore store;
  private final PushKeys keys;
  private final Ids ids;
  private final InstantSource clock;

  /** Creates the operations; {@code sealer} seals what browsers give. */
  public DeviceOperations(Database database, Sealer sealer, Ids ids, InstantSource clock) {
    this.store = new PushDeviceStore(database, sealer);
    this.keys = new PushKeys(database, sealer, clock);
    this.ids = ids;
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("getPushKey", this::getPushKey)
        .add("listOwnDevices", this::listOwnDevices)
        .add("registerOwnDevice", this::registerOwnDevice)
        .add("removeOwnDevice", this::removeOwnDevice);
  }

  Future<ApiResponse> getPushKey(ApiRequest request) {
    request.caller().requirePerson();
    return keys.publicKey()
        .map(key -> ApiResponse.ok(JsonText.object().string("publicKey", key).end()))
        .recover(
            failure ->
                Future.failedFuture(
                    failure instanceof UnsealException
                        ? new ApiException(CONFLICT, LOST)
                        : failure));
  }

  Future<ApiResponse> listOwnDevices(ApiRequest request) {
    return store
        .list(request.caller().requirePerson().id())
        .map(
            rows ->
                ApiResponse.ok(JsonText.array(rows.stream().map(DeviceOperations::view).toList())));
  }

  Future<ApiResponse> registerOwnDevice(ApiRequest request) {
    UUID person = request.caller().requirePerson().id();
    PushSubscription sent = PushSubscription.of(request.body());
    List<Violation> violations = PushSubscriptionRules.of(sent);
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations);
    }
    return store
        .put(
            person,
            ids.next(),
            sent,
            service(sent),
            request.head().userAgent(),
            clock.instant().atOffset(ZoneOffset.UTC),
            MOST)
        .map(row -> ApiResponse.ok(view(row)));
  }

  Future<ApiResponse> removeOwnDevice(ApiRequest request) {
    return store
        .remove(request.caller().requirePerson().id(), request.guid("id"))
        .map(
            removed -> {
              if (!removed) {
                throw ApiException.notFound();
              }
              return ApiResponse.noContent();
            });
  }

  private static String service(PushSubscription valid) {
    try {
      return valid.target().host().toString();
    } catch (TargetRefusedException e) {
      throw new IllegalStateException("the rules let it through", e);
    }
  }

  private static String view(DeviceRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .string("userAgent", row.userAgent())
        .string("service", row.service())
        .time("createdAt", row.createdAt())
        .time("lastSuccessAt", row.lastSuccessAt())
        .number("failures", (long) row.failures())
        .end();
  }
}
