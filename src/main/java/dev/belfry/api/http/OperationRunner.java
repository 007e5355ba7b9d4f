package dev.belfry.api.http;

import dev.belfry.api.contract.OperationContract;
import dev.belfry.api.idempotency.Idempotency;
import dev.belfry.api.idempotency.KeyedAttempt;
import dev.belfry.api.idempotency.StoredAnswer;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Isolation;
import dev.belfry.platform.db.SharedKind;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.seal.Sha256;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one operation under the preconditions of its request: plainly, once for each idempotency
 * key, or only while the resource is what the client saw. Confined to one event loop.
 */
final class OperationRunner {
  /** Refusals that are not kept for a repeated idempotency key, because a retry may succeed. */
  private static final Set<ApiError> PASSING =
      EnumSet.of(
          ApiError.UNAUTHORIZED,
          ApiError.PAYMENT_REQUIRED,
          ApiError.FORBIDDEN,
          ApiError.REQUEST_TIMEOUT,
          ApiError.NOT_YET,
          ApiError.STILL_RUNNING,
          ApiError.PAYLOAD_TOO_LARGE,
          ApiError.UNSUPPORTED_MEDIA_TYPE,
          ApiError.OTHER_REQUEST,
          ApiError.TOO_MANY_REQUESTS);

  private final OperationContract contract;
  private final Operation operation;
  private final boolean inSets;
  private final boolean inTurn;
  private final @Nullable Representation representation;
  private final Database database;
  private final Idempotency idempotency;
  private final EntityTagger tagger;

  /** The operation that reads the resource which another one changes or makes. */
  record Representation(OperationContract contract, Operation operation) {}

  /**
   * @param entry the operation, which may write in sets or take turns
   */
  OperationRunner(
      OperationContract contract,
      OperationRegistry.Entry entry,
      @Nullable Representation representation,
      Database database,
      Idempotency idempotency,
      EntityTagger tagger) {
    this.contract = contract;
    this.operation = entry.method();
    this.inSets = entry.inSets();
    this.inTurn = entry.inTurn();
    this.representation = representation;
    this.database = database;
    this.idempotency = idempotency;
    this.tagger = tagger;
  }

  /**
   * Runs the operation; fails with the row of the error table that refuses it.
   *
   * @param current asks for the resource that the request is about
   * @param body the bytes of the request's body, or what stands for them
   */
  Future<ApiResponse> run(
      ApiRequest request,
      Preconditions preconditions,
      Supplier<ApiRequest> current,
      byte @Nullable [] body) {
    String key = preconditions.key();
    if (key != null) {
      return once(request, key, body);
    }
    TagCondition tags = preconditions.tags();
    if (!contract.writes()) {
      return operation.answer(request);
    }
    if (tags != null) {
      return during(request, () -> answerIf(tags, request, current));
    }
    Supplier<Future<ApiResponse>> work = () -> operation.answer(request);
    return inTurn ? database.inTurn(request.path(), work) : database.behind(request.path(), work);
  }

  private Future<ApiResponse> during(ApiRequest request, Supplier<Future<ApiResponse>> work) {
    SharedKind kind = kind(Isolation.REPEATABLE_READ);
    return kind == null
        ? database.inTurn(
            request.path(), () -> database.inRequestTransaction(Isolation.REPEATABLE_READ, work))
        : database.inSharedTransaction(kind, request.path(), work);
  }

  private @Nullable SharedKind kind(Isolation isolation) {
    return inSets ? new SharedKind(contract.id(), isolation) : null;
  }

  private Future<ApiResponse> answerIf(
      TagCondition tags, ApiRequest request, Supplier<ApiRequest> current) {
    return database
        .reading(() -> require(tags, current))
        .compose(held -> operation.answer(request));
  }

  /** The entity tag of an answer, null when it has none. */
  @Nullable String tag(ApiResponse answer) {
    String own = answer.headers().get(ApiResponse.ETAG);
    if (own != null) {
      return own;
    }
    Buffer body = answer.body();
    boolean document =
        body != null && answer.status() < 300 && !answer.headers().containsKey("content-type");
    return body != null && document && contract.tagging().tagged()
        ? tagger.tag(body, volatileMembers())
        : null;
  }

  private List<String> volatileMembers() {
    return (representation == null ? contract : representation.contract())
        .tagging()
        .volatileMembers();
  }

  /** A resource that cannot be read has no tag, so none that is sent is its own. */
  private Future<Void> require(TagCondition wanted, Supplier<ApiRequest> current) {
    if (representation == null) {
      return wanted.any() ? Future.succeededFuture() : refused();
    }
    return representation
        .operation()
        .answer(current.get())
        .compose(
            there ->
                there.body() != null && wanted.holdsFor(tag(there, there.body()))
                    ? Future.succeededFuture()
                    : refused());
  }

  private String tag(ApiResponse there, Buffer body) {
    String own = there.headers().get(ApiResponse.ETAG);
    return own == null ? tagger.tag(body, volatileMembers()) : own;
  }

  private static Future<Void> refused() {
    return Future.failedFuture(new ApiException(ApiError.PRECONDITION_FAILED));
  }

  private Future<ApiResponse> once(ApiRequest request, String key, byte @Nullable [] body) {
    KeyedAttempt attempt =
        new KeyedAttempt(
            request.account(),
            contract.open() ? request.path() : "",
            key,
            fingerprint(request, body));
    return idempotency
        .once(
            attempt,
            kind(Isolation.READ_COMMITTED),
            () -> operation.answer(request).map(OperationRunner::kept),
            this::refusal)
        .map(OperationRunner::given);
  }

  private String fingerprint(ApiRequest request, byte @Nullable [] body) {
    String query = request.query();
    return Base64.getEncoder()
        .encodeToString(
            Sha256.ofAll(
                bytes(contract.id()),
                bytes(request.path()),
                bytes(query == null ? "" : query),
                body == null ? new byte[0] : body));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Optional<StoredAnswer> refusal(Throwable failure) {
    ApiException told = ErrorRenderer.classify(failure);
    boolean lasting = told.error().status() < 500 && !PASSING.contains(told.error());
    return lasting ? Optional.of(kept(ErrorRenderer.render(told))) : Optional.empty();
  }

  private static StoredAnswer kept(ApiResponse answer) {
    Buffer body = answer.body();
    return new StoredAnswer(
        answer.status(), answer.headers(), body == null ? null : body.toString(), false);
  }

  private static ApiResponse given(StoredAnswer answer) {
    String body = answer.body();
    ApiResponse given =
        new ApiResponse(
            answer.status(), body == null ? null : Buffer.buffer(body), answer.headers());
    return answer.replayed() ? given.with("idempotency-replayed", "true") : given;
  }
}
