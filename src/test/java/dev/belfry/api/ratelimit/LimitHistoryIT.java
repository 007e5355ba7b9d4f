package dev.belfry.api.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.ratelimit.Admissions.Answer;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RealClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** What clients of one key see over several windows on three instances, held against the rule. */
@RealClock("Rate limit windows end by the database's clock.")
class LimitHistoryIT {
  private static final int LIMIT = 90;
  private static final long WINDOW_MILLIS = 6_000;
  private static final long LENGTH_MILLIS = 15_000;
  private static final int CLIENTS = 9;

  @Test
  void everyWindowAdmitsItsLimitAndNoMore() {
    Map<String, String> limit = Map.of("BELFRY_RATE_LIMIT_ROUTES", "listChecks=90/6");
    Queue<Answer> history = new ConcurrentLinkedQueue<>();
    try (TestApp one = TestApp.start(limit);
        TestApp two = TestApp.startOn(one.database().address(), limit);
        TestApp three = TestApp.startOn(one.database().address(), limit)) {
      Tenant tenant = one.newTenant();
      long end = System.currentTimeMillis() + LENGTH_MILLIS;
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        ApiClient client = List.of(one, two, three).get(i % 3).as(tenant);
        clients.add(CompletableFuture.runAsync(() -> ask(client, end, history)));
      }
      clients.forEach(CompletableFuture::join);
    }
    Admissions rule = new Admissions(LIMIT, WINDOW_MILLIS);
    List<Answer> answers = List.copyOf(history);
    assertThat(rule.breaches(answers, 0)).as("%s", rule.windows(answers)).isEmpty();
    assertThat(rule.windows(answers))
        .filteredOn(window -> window.admitted() == LIMIT && window.refused() > 0)
        .hasSizeGreaterThanOrEqualTo(2);
  }

  private static void ask(ApiClient client, long end, Queue<Answer> history) {
    while (System.currentTimeMillis() < end) {
      long sent = System.currentTimeMillis();
      ApiReply reply = client.get("/v1/checks?limit=1");
      assertThat(reply.status()).isIn(200, 429);
      history.add(
          new Answer(
              sent,
              System.currentTimeMillis(),
              reply.status() == 200,
              Long.parseLong(reply.header("X-RateLimit-Reset"))));
    }
  }
}
