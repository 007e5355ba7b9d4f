package dev.belfry.api.http;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.ratelimit.Decision;
import dev.belfry.platform.error.ApiException;
import org.jspecify.annotations.Nullable;

/**
 * What the {@link Gate} decided about one request.
 *
 * @param caller who asks; of a refused request {@link Caller#ANYBODY}
 * @param limit what the rate limit headers of the answer say, null for an answer without them
 * @param refusal the answer to a request that may not pass, null for one that may
 */
record Admission(Caller caller, @Nullable Decision limit, @Nullable ApiException refusal) {
  /** The request may pass, without rate limit headers. */
  static final Admission OPEN = new Admission(Caller.ANYBODY, null, null);

  /** The request is refused. */
  static Admission refused(ApiException refusal, @Nullable Decision limit) {
    return new Admission(Caller.ANYBODY, limit, refusal);
  }
}
