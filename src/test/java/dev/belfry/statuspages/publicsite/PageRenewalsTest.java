package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PageRenewalsTest {
  private final List<String> read = new ArrayList<>();
  private final Map<String, Promise<Void>> reading = new LinkedHashMap<>();
  private final List<Promise<Void>> pauses = new ArrayList<>();
  private final PageRenewals renewals = new PageRenewals(2, this::load, this::pause);

  private Future<Void> load(String url) {
    Promise<Void> promise = Promise.promise();
    read.add(url);
    reading.put(url, promise);
    return promise.future();
  }

  private Future<Void> pause() {
    Promise<Void> promise = Promise.promise();
    pauses.add(promise);
    return promise.future();
  }

  private void end(String url) {
    Objects.requireNonNull(reading.remove(url)).complete();
  }

  @Test
  void readsTwoAtOnceAndTheOthersInTheirOrder() {
    for (int i = 0; i < 5; i++) {
      renewals.ask("p" + i);
    }
    assertThat(read).containsExactly("p0", "p1");
    end("p1");
    assertThat(read).containsExactly("p0", "p1", "p2");
    end("p0");
    end("p2");
    assertThat(read).containsExactly("p0", "p1", "p2", "p3", "p4");
  }

  @Test
  void aPageThatFailsMakesRoomForTheNext() {
    renewals.ask("p0");
    renewals.ask("p1");
    renewals.ask("p2");
    Objects.requireNonNull(reading.remove("p0")).fail("away");
    assertThat(read).containsExactly("p0", "p1", "p2");
  }

  @Test
  void readsAPageOnceMoreAfterAPauseForAnyNumberOfChanges() {
    renewals.ask("p0");
    renewals.ask("p0");
    end("p0");
    renewals.ask("p0");
    assertThat(read).containsExactly("p0");
    pauses.get(0).complete();
    assertThat(read).containsExactly("p0", "p0");
    end("p0");
    pauses.get(1).complete();
    assertThat(read).containsExactly("p0", "p0");
  }

  @Test
  void aPageThatWaitsIsReadOnce() {
    for (String url : List.of("p0", "p1", "p2", "p2")) {
      renewals.ask(url);
    }
    for (String url : List.of("p0", "p1", "p2")) {
      end(url);
    }
    pauses.forEach(Promise::complete);
    assertThat(read).containsExactly("p0", "p1", "p2");
  }
}
