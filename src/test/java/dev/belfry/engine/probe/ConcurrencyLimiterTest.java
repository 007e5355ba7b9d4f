package dev.belfry.engine.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ConcurrencyLimiterTest {
  private final List<String> admitted = new ArrayList<>();
  private final List<String> dropped = new ArrayList<>();
  private final Set<String> late = new HashSet<>();

  private ConcurrencyLimiter<String> limiter(int most, int mostPerHost) {
    return new ConcurrencyLimiter<>(most, mostPerHost, turns(admitted::add));
  }

  private ConcurrencyLimiter.Turns<String> turns(Consumer<String> admit) {
    return new ConcurrencyLimiter.Turns<>() {
      @Override
      public void admit(String probe) {
        admit.accept(probe);
      }

      @Override
      public boolean isTooLate(String probe) {
        return late.contains(probe);
      }

      @Override
      public void drop(String probe) {
        dropped.add(probe);
      }
    };
  }

  @Test
  void letOthersPassWhoeverWaitsForABusyHost() {
    ConcurrencyLimiter<String> places = limiter(3, 1);

    places.enter("a", "a1");
    places.enter("a", "a2");
    places.enter("a", "a3");
    places.enter("b", "b1");
    assertThat(admitted).containsExactly("a1", "b1");
    assertThat(places.waiting()).isEqualTo(2);

    places.leave("a");
    places.leave("a");
    assertThat(admitted).containsExactly("a1", "b1", "a2", "a3");
    assertThat(places.inFlight()).isEqualTo(2);
  }

  @Test
  void serveInTheOrderOfArrivalWhenAllAreTaken() {
    ConcurrencyLimiter<String> places = limiter(1, 5);

    List.of("a", "b", "c", "d").forEach(one -> places.enter(one, one));
    List.of("a", "b", "c").forEach(places::leave);

    assertThat(admitted).containsExactly("a", "b", "c", "d");
  }

  @Test
  void handBackWhoeverWaitedAndTakeNobodyOnceClosed() {
    ConcurrencyLimiter<String> places = limiter(1, 1);
    places.enter("a", "a1");
    places.enter("a", "a2");
    places.enter("b", "b1");

    assertThat(places.close()).containsExactlyInAnyOrder("a2", "b1");
    assertThat(places.enter("c", "c1")).isFalse();
    places.leave("a");
    assertThat(admitted).containsExactly("a1");
    assertThat(places.inFlight()).isZero();
    assertThat(places.waiting()).isZero();
  }

  @Test
  void dropWhoeverWaitedTooLongAndFreeTheHost() {
    ConcurrencyLimiter<String> places = limiter(1, 1);
    places.enter("a", "a1");
    places.enter("b", "b1");
    places.enter("b", "b2");
    places.enter("a", "a2");
    late.addAll(List.of("b1", "a2"));

    places.dropLate();
    assertThat(dropped).containsExactlyInAnyOrder("b1", "a2");
    assertThat(places.waiting()).isEqualTo(1);
    places.leave("a");
    assertThat(admitted).containsExactly("a1", "b2");
    places.leave("b");
    assertThat(places.inFlight()).isZero();
    assertThat(places.waiting()).isZero();
  }

  @Test
  void startNobodyWhoIsTooLateWhenASlotIsFreed() {
    ConcurrencyLimiter<String> places = limiter(1, 1);
    List.of("a1", "a2", "a3", "a4").forEach(one -> places.enter("a", one));
    late.addAll(List.of("a2", "a3"));

    places.leave("a");
    assertThat(admitted).containsExactly("a1", "a4");
    assertThat(dropped).containsExactly("a2", "a3");
    assertThat(places.waiting()).isZero();
  }

  @Test
  void countWhoeverMovesToAnotherHostThere() {
    ConcurrencyLimiter<String> places = limiter(3, 1);
    places.enter("a", "a1");
    places.enter("b", "b1");
    places.enter("b", "b2");
    places.enter("a", "a2");

    places.move("a", "b", "a1");
    assertThat(admitted).as("the slot at a is free").containsExactly("a1", "b1", "a2");
    assertThat(places.waiting()).isEqualTo(2);
    places.leave("b");
    assertThat(admitted).as("in flight comes first").endsWith("a2", "a1");
    places.leave("b");
    assertThat(admitted).endsWith("a1", "b2");
    places.leave("b");
    places.leave("a");
    assertThat(places.inFlight()).isZero();
    assertThat(places.waiting()).isZero();
  }

  @Test
  void letWhoeverMovesGiveUp() {
    ConcurrencyLimiter<String> places = limiter(3, 1);
    places.enter("a", "a1");
    places.enter("b", "b1");
    places.move("b", "a", "b1");
    places.leaveMoving("a", "b1");
    assertThat(places.inFlight()).isEqualTo(1);
    assertThat(places.waiting()).isZero();

    places.enter("b", "b2");
    places.move("b", "a", "b2");
    places.leave("a");
    assertThat(admitted).containsExactly("a1", "b1", "b2", "b2");
    places.leaveMoving("a", "b2");
    assertThat(places.inFlight()).isZero();
    places.enter("a", "a2");
    assertThat(admitted).endsWith("a2");
  }

  @Property
  void keepTheirBoundsAndForgetNobody(
      @ForAll @Size(max = 200) List<@IntRange(min = -3, max = 3) Integer> steps,
      @ForAll @IntRange(min = 1, max = 5) int most,
      @ForAll @IntRange(min = 1, max = 3) int mostPerHost) {
    Deque<String> inside = new ArrayDeque<>();
    Map<String, Integer> perHost = new HashMap<>();
    ConcurrencyLimiter<String> places =
        new ConcurrencyLimiter<>(
            most,
            mostPerHost,
            turns(
                host -> {
                  inside.add(host);
                  perHost.merge(host, 1, Integer::sum);
                }));
    int entered = 0;
    int left = 0;
    for (int step : steps) {
      if (step > 0) {
        entered++;
        places.enter("host" + step, "host" + step);
      } else if (!inside.isEmpty()) {
        left++;
        String host = inside.remove();
        perHost.merge(host, -1, Integer::sum);
        places.leave(host);
      }
      assertThat(inside).hasSizeLessThanOrEqualTo(most).hasSize(places.inFlight());
      assertThat(perHost.values()).allMatch(count -> count <= mostPerHost);
      assertThat(places.waiting()).isEqualTo(entered - left - inside.size());
    }
    while (!inside.isEmpty()) {
      left++;
      places.leave(inside.remove());
    }
    assertThat(left).isEqualTo(entered);
    assertThat(places.waiting()).isZero();
  }
}
