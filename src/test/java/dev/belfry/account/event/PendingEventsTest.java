package dev.belfry.account.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PendingEventsTest {
  private final PendingEvents pending = new PendingEvents();

  @Test
  void gathersIdsByKindUntilTheyAreTaken() {
    pending.add("check", List.of("a"));
    pending.add("alert", List.of("x"));
    pending.add("check", List.of("b", "a"));

    assertThat(pending.take().toString())
        .isEqualTo(
            """
            event: change
            data: {"kind":"alert","ids":["x"]}

            event: change
            data: {"kind":"check","ids":["a","b"]}

            """);
    assertThat(pending.isEmpty()).isTrue();
  }

  @Test
  void namesNoneOfTooMany() {
    pending.add("check", IntStream.range(0, 51).mapToObj(String::valueOf).toList());
    assertThat(pending.take().toString()).contains("\"ids\":[]");
    pending.add("check", List.of());
    pending.add("check", List.of("a"));
    assertThat(pending.take().toString()).contains("\"ids\":[]");
    pending.add("check", List.of("a"));
    assertThat(pending.take().toString()).contains("\"ids\":[\"a\"]");
  }

  @Test
  void saysThatSomethingMayHaveBeenMissed() {
    assertThat(pending.isEmpty()).isTrue();
    pending.addGap();
    assertThat(pending.isEmpty()).isFalse();
    assertThat(pending.take().toString()).isEqualTo("event: missed\ndata: {}\n\n");
  }
}
