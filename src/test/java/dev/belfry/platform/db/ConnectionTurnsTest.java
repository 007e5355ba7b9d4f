package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ConnectionTurnsTest {
  private static final UUID GREEDY = new UUID(0, 1);
  private static final UUID MODEST = new UUID(0, 2);

  private final List<String> begun = new ArrayList<>();
  private final List<Promise<String>> ends = new ArrayList<>();

  private static ConnectionTurns turns(int connections, int mostWaiting) {
    return new ConnectionTurns(connections, mostWaiting, Duration.ofHours(1));
  }

  private Future<String> take(ConnectionTurns turns, UUID account, String name) {
    return turns.take(
        account,
        () -> {
          begun.add(name);
          Promise<String> end = Promise.promise();
          ends.add(end);
          return end.future();
        });
  }

  @Test
  void oneAccountLeavesAConnectionToTheOthers() {
    ConnectionTurns turns = turns(5, 10);
    for (int number = 1; number <= 6; number++) {
      take(turns, GREEDY, "g" + number);
    }
    assertThat(begun).containsExactly("g1", "g2", "g3", "g4");

    take(turns, MODEST, "m1");

    assertThat(begun).endsWith("g4", "m1");
    assertThat(turns.waiting()).isEqualTo(2);
  }

  @Test
  void theEndOfWorkIsTheTurnOfTheNextAccount() {
    ConnectionTurns turns = turns(1, 10);
    take(turns, GREEDY, "g1");
    take(turns, GREEDY, "g2");
    take(turns, GREEDY, "g3");
    Future<String> modest = take(turns, MODEST, "m1");

    ends.get(0).complete("done");
    ends.get(1).fail("refused");
    ends.get(2).complete("read");

    assertThat(begun).containsExactly("g1", "g2", "m1", "g3");
    assertThat(modest.result()).isEqualTo("read");
    assertThat(turns.waiting()).isZero();
  }

  @Test
  void anAccountThatHasItsShareIsPassedOver() {
    ConnectionTurns turns = turns(4, 10);
    for (int number = 1; number <= 4; number++) {
      take(turns, GREEDY, "g" + number);
    }
    take(turns, MODEST, "m1");
    take(turns, MODEST, "m2");
    assertThat(begun).containsExactly("g1", "g2", "g3", "m1");

    ends.get(3).complete("done");

    assertThat(begun).endsWith("m1", "m2");
  }

  @Test
  void workThatThrowsGivesItsConnectionBack() {
    ConnectionTurns turns = turns(1, 10);

    Future<String> thrown =
        turns.take(
            GREEDY,
            () -> {
              throw new IllegalStateException("no statement");
            });
    take(turns, GREEDY, "next");

    assertThat(thrown.cause()).hasMessage("no statement");
    assertThat(begun).containsExactly("next");
  }

  @Test
  void tooMuchWaitingIsRefused() {
    ConnectionTurns turns = turns(1, 1);
    take(turns, GREEDY, "g1");
    take(turns, GREEDY, "g2");

    Future<String> refused = take(turns, GREEDY, "g3");

    assertThat(refused.cause()).isInstanceOf(ApiException.class);
    assertThat(begun).containsExactly("g1");
  }

  @Test
  void whatHasWaitedTooLongNeverBegins() {
    ConnectionTurns turns = new ConnectionTurns(1, 10, Duration.ofNanos(-1));
    take(turns, GREEDY, "g1");
    Future<String> late = take(turns, GREEDY, "g2");

    ends.get(0).complete("done");

    assertThat(late.cause()).isInstanceOf(ApiException.class);
    assertThat(begun).containsExactly("g1");
  }
}
