package dev.belfry.engine.agent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.request.CompletedRequestJson;
import dev.belfry.engine.request.RequestCompletion;
import dev.belfry.engine.run.AgentRefusedException;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Has the service complete requests. While the service is out of reach, the newest answer for a
 * check is used again. Answers hold secrets: they are kept in memory alone. Confined to an event
 * loop.
 */
final class LinkCompletion implements RequestCompletion {
  private static final int MOST_KEPT = 20_000;

  private final ServiceLink link;
  private final Map<UUID, CompletedRequest> kept = new LinkedHashMap<>();

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
              keep(check, completed);
              return completed;
            })
        .recover(failure -> recovered(check, failure));
  }

  private void keep(UUID check, CompletedRequest completed) {
    kept.remove(check);
    kept.put(check, completed);
    if (kept.size() > MOST_KEPT) {
      kept.remove(kept.keySet().iterator().next());
    }
  }

  private Future<CompletedRequest> recovered(UUID check, Throwable failure) {
    if (failure instanceof AgentRefusedException refused && refused.code().equals("INCOMPLETE")) {
      kept.remove(check);
      return Future.failedFuture(refused.ofCompletion());
    }
    CompletedRequest before = kept.get(check);
    boolean isAway =
        !(failure instanceof AgentRefusedException refused) || refused.code().equals("UNAVAILABLE");
    return before != null && isAway ? Future.succeededFuture(before) : Future.failedFuture(failure);
  }

  /** Forgets all secrets. */
  void forget() {
    kept.clear();
  }
}
