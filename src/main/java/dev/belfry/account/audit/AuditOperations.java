package dev.belfry.account.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.CursorPage;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The API's operation on the audit log. */
public final class AuditOperations {
  /** Clocks of instances and database may differ; entries of the future there are none. */
  private static final long LEEWAY = Duration.ofHours(1).toMillis();

  private final AuditStore store;
  private final Map<String, UnaryOperator<ObjectNode>> masks;
  private final InstantSource clock;

  /**
   * Creates the operation.
   *
   * @param masks by the type of a resource, what hides its credentials from keys that only read
   */
  public AuditOperations(
      Database database, Map<String, UnaryOperator<ObjectNode>> masks, InstantSource clock) {
    this.masks = Map.copyOf(masks);
    this.store = new AuditStore(database);
    this.clock = clock;
  }

  /** Adds this operation to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("listAuditLog", this::listAuditLog);
  }

  Future<ApiResponse> listAuditLog(ApiRequest request) {
    AuditFilter filter = filter(request, clock.millis());
    long limit = request.number("limit");
    return store
        .list(
            filter,
            request.optionalGuid("nextId").map(AuditId::of).orElse(null),
            CursorPage.rows(limit))
        .map(
            entries ->
                ApiResponse.ok(
                    CursorPage.of(entries, limit, entry -> entry.id().toGuid())
                        .json(entry -> AuditView.of(entry, mask(request, entry)))));
  }

  private @Nullable UnaryOperator<ObjectNode> mask(ApiRequest request, AuditEntry entry) {
    return request.caller().seesCredentials() ? null : masks.get(entry.resourceType());
  }

  private static AuditFilter filter(ApiRequest request, long now) {
    long from = request.optionalTime("from").orElse(0L);
    long to = request.optionalTime("to").orElse(now + LEEWAY);
    if (from > to) {
      throw ApiException.invalid(
          ApiException.Source.QUERY, List.of(new Violation("/from", "must not be after to")));
    }
    return new AuditFilter(
        request.account(),
        request.optionalText("resourceType").orElse(null),
        request.optionalText("resourceId").orElse(null),
        request.optionalText("action").orElse(null),
        request.optionalGuid("actor").map(UUID::toString).orElse(null),
        from,
        to);
  }
}
