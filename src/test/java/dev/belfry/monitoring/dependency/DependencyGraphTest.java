package dev.belfry.monitoring.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DependencyGraphTest {
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID TWO = new UUID(0, 2);
  private static final UUID THREE = new UUID(0, 3);

  private final DependencyGraph graph = new DependencyGraph();

  private void depends(UUID check, UUID parent) {
    graph.add(Dependent.check(check), List.of(new Parent(parent, null)));
  }

  private boolean isCircular(UUID check) {
    return graph.isCircular(Dependent.check(check));
  }

  @Test
  void aChainIsNoCircle() {
    graph.add(Dependent.check(ONE), List.of());
    assertThat(graph.isEmpty()).isTrue();
    depends(ONE, TWO);
    depends(TWO, THREE);
    assertThat(graph.isEmpty()).isFalse();
    assertThat(isCircular(ONE)).isFalse();
    graph.add(Dependent.group(7), List.of(new Parent(TWO, null), new Parent(null, 8L)));
    assertThat(graph.parentChecks()).containsExactlyInAnyOrder(TWO, THREE);
    depends(THREE, ONE);
    assertThat(List.of(ONE, TWO, THREE)).allMatch(this::isCircular);
  }

  @Test
  void whatLeadsIntoACircleIsNotOnIt() {
    depends(ONE, TWO);
    depends(TWO, TWO);
    assertThat(isCircular(ONE)).isFalse();
    assertThat(isCircular(TWO)).isTrue();
  }

  @Test
  void siblingsMayDependOnEachOther() {
    graph.join(ONE, 7);
    graph.join(TWO, 7);
    depends(ONE, TWO);
    graph.add(Dependent.group(7), List.of(new Parent(THREE, null)));
    assertThat(isCircular(ONE)).isFalse();
    graph.join(THREE, 7);
    assertThat(isCircular(ONE)).as("by its group").isTrue();
  }

  @Test
  void whatDependsOnAGroupDependsOnItsChecks() {
    graph.join(ONE, 7);
    graph.add(Dependent.check(TWO), List.of(new Parent(null, 7L)));
    assertThat(isCircular(TWO)).isFalse();
    depends(ONE, TWO);
    assertThat(isCircular(TWO)).isTrue();
    assertThat(isCircular(ONE)).isTrue();
  }
}
