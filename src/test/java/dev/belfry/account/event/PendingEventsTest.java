package dev.belfry.account.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PendingEventsTest {
  private final PendingEvents news = new PendingEvents();

  @Test
  void gathersIdsByKindUntilTheyAreTaken() {
    news.add("check", List.of("a"));
    news.add("alert", List.of("x"));
    news.add("check", List.of("b", "a"));

    assertThat(news.take().toString())
        .isEqualTo(
            """
            event: change
            data: {"kind":"alert","ids":["x"]}

            event: change
            data: {"kind":"check","ids":["a","b"]}

            """);
    assertThat(news.isEmpty()).isTrue();
  }

  @Test
  void namesNoneOfTooMany() {
    news.add("check", IntStream.range(0, 51).mapToObj(String::valueOf).toList());
    assertThat(news.take().toString()).contains("\"ids\":[]");
    news.add("check", List.of());
    news.add("check", List.of("a"));
    assertThat(news.take().toString()).contains("\"ids\":[]");
    news.add("check", List.of("a"));
    assertThat(news.take().toString()).contains("\"ids\":[\"a\"]");
  }

  @Test
  void saysThatSomethingMayHaveBeenMissed() {
    assertThat(news.isEmpty()).isTrue();
    news.miss();
    assertThat(news.isEmpty()).isFalse();
    assertThat(news.take().toString()).isEqualTo("event: missed\ndata: {}\n\n");
  }
}
