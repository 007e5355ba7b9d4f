package dev.belfry.engine.agent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.request.CompletedRequestJson;
import dev.belfry.engine.request.IncompleteRequestException;
import dev.belfry.engine.request.RequestCompletion;
import dev.belfry.engine.run.AgentRefusedException;
import dev.belfry.monitoring.check.Reason;
import io.vertx.core.Future;
import java.util.Objects;
import java.util.UUID;

/**
 * Has the service complete requests. While the service is out of reach, the newest answer for a
 * check is used again. Answers hold secrets: they are kept in memory alone. Confined to an event
 * loop.
 */
final class LinkCompletion implements RequestCompletion {
  private static final long MOST_KEPT = 20_000;

  private final ServiceLink link;
  private final Cache<UUID, CompletedRequest> kept =
      Caffeine.newBuilder().maximumSize(MOST_KEPT).executor(Runnable::run).build();

  LinkCompletion(ServiceLink link) {
    this.link = link;
  }

  @Override
  public Future<CompletedRequest> complete(ApiScope scope, ProbeRequest stored) {
    UUID check = Objects.requireNonNull(scope.check());
    return link.ask(
            "complete", JsonNodeFactory.instance.objectNode().put("check", check.toString()))
        .map(
            answer -> {
              CompletedRequest completed = CompletedRequestJson.read(answer.get(0));
              kept.put(check, completed);
              return completed;
            })
        .recover(failure -> recovered(check, failure));
  }

  private Future<CompletedRequest> recovered(UUID check, Throwable failure) {
    if (failure instanceof AgentRefusedException refused && refused.code().equals("INCOMPLETE")) {
      kept.invalidate(check);
      return Future.failedFuture(
          new IncompleteRequestException(
              new Failure(Reason.of(refused.reason()), refused.sentence())));
    }
    CompletedRequest before = kept.getIfPresent(check);
    boolean isAway =
        !(failure instanceof AgentRefusedException refused) || refused.code().equals("UNAVAILABLE");
    return before != null && isAway ? Future.succeededFuture(before) : Future.failedFuture(failure);
  }

  /** Forgets all secrets. */
  void forget() {
    kept.invalidateAll();
  }
}
