package dev.belfry.engine.request;

import dev.belfry.engine.probe.ProbeRequest;
import io.vertx.core.Future;

/** Fills in what the stored request of an API check leaves open. */
public interface RequestCompletion {
  /**
   * The request with the defaults of its group and with values in place of placeholders.
   *
   * @return fails with an {@link IncompleteRequestException} when a text cannot be filled in or a
   *     secret cannot be unsealed, and otherwise when the database does not answer
   */
  Future<CompletedRequest> complete(ApiScope scope, ProbeRequest stored);
}
