package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Whose requests are under way. */
class TeamTurnsTest {
  private static final UUID ACME = new UUID(0, 1);
  private static final UUID GLOBEX = new UUID(0, 2);

  private final TeamTurns turns = new TeamTurns(4, 3);
  private final List<String> begun = new ArrayList<>();
  private final List<Promise<String>> open = new ArrayList<>();

  private Future<String> ask(UUID account, String service, String name) {
    return turns.run(
        account,
        service,
        () -> {
          begun.add(name);
          Promise<String> promise = Promise.promise();
          open.add(promise);
          return promise.future();
        });
  }

  @Test
  void aServiceLeavesPlacesToOthers() {
    for (int i = 1; i <= 5; i++) {
      ask(ACME, "a", "a" + i);
    }
    assertThat(begun).containsExactly("a1", "a2", "a3");
    ask(ACME, "b", "b1");
    ask(ACME, "b", "b2");
    assertThat(begun).containsExactly("a1", "a2", "a3", "b1");
    open.get(0).complete("");
    assertThat(begun).endsWith("a4");
    open.get(1).complete("");
    open.get(3).fail("refused");
    assertThat(begun).containsExactly("a1", "a2", "a3", "b1", "a4", "b2", "a5");
  }

  @Test
  void anAccountLeavesPlacesToOthers() {
    for (int i = 1; i <= 9; i++) {
      ask(ACME, "a" + i, "a" + i);
    }
    ask(GLOBEX, "a1", "other");
    assertThat(begun).containsExactly("a1", "a2", "a3", "a4", "other");
  }

  @Test
  void theResultIsThatOfTheWork() {
    Future<String> good = ask(ACME, "a", "good");
    Future<String> bad =
        turns.run(
            ACME,
            "a",
            () -> {
              throw new IllegalStateException("defect");
            });
    open.get(0).complete("done");
    assertThat(good.result()).isEqualTo("done");
    assertThat(bad.cause()).hasMessage("defect");
    assertThat(turns.accounts()).isZero();
  }

  @Test
  void workThatEndsAtOnceGoesNoDeeper() {
    int many = 100_000;
    List<Future<Integer>> all = new ArrayList<>();
    ask(ACME, "a", "first");
    ask(ACME, "a", "second");
    ask(ACME, "a", "third");
    for (int i = 0; i < many; i++) {
      int number = i;
      all.add(turns.run(ACME, "a", () -> Future.succeededFuture(number)));
    }
    open.get(0).complete("");
    assertThat(all).allMatch(Future::succeeded);
    open.get(1).complete("");
    open.get(2).complete("");
    assertThat(turns.accounts()).isZero();
  }
}
