package dev.belfry.engine.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.chaos.ChaosTarget;
import dev.belfry.engine.probe.icmp.FakeEchoes;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.guard.Cidr;
import dev.belfry.testing.Polling;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent of this release at a service that speaks version 1 of the protocol. */
class OldServiceIT {
  private static final InstantSource CLOCK = InstantSource.system();

  @TempDir private Path directory;

  private static <T> T await(String what, Supplier<List<T>> found) {
    Instant deadline = CLOCK.instant().plusSeconds(20);
    while (found.get().isEmpty()) {
      assertThat(CLOCK.instant()).as("it never happened: %s", what).isBefore(deadline);
      Polling.pause();
    }
    return found.get().get(0);
  }

  @Test
  void anAgentWorksWithAServiceOfVersionOne() {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
    long begin = CLOCK.millis() / 1_000 * 1_000;
    try (ChaosTarget target = new ChaosTarget();
        RecordedService service =
            new RecordedService(
                "service-version-1.json",
                text ->
                    text.replace("\"NOW\"", String.valueOf(CLOCK.millis()))
                        .replace("\"BEGIN\"", String.valueOf(begin))
                        .replace("TARGET", target.url("/")))) {
      AgentVerticle agent =
          new AgentVerticle(
              new AgentSettings(
                  URI.create("http://127.0.0.1:" + service.port()),
                  new Secret("pl_0123456789"),
                  "test",
                  "0.9",
                  directory,
                  1_000_000,
                  null,
                  null,
                  List.of(Cidr.parse("127.0.0.0/8")),
                  10,
                  10),
              new FakeEchoes(),
              CLOCK,
              new SimpleMeterRegistry(),
              (code, reason) -> {
                throw new AssertionError(code + " " + reason);
              });
      vertx.deployVerticle(agent).await();
      JsonNode join = await("it joins", () -> service.asked("join"));
      assertThat(join.path("name").asText()).isEqualTo("test");
      JsonNode claim = await("it claims", () -> service.asked("claim"));
      assertThat(claim.path("shards")).hasSize(2);
      await("it reads open runs", () -> service.asked("runs"));
      JsonNode row =
          await(
                  "it sends a result",
                  () ->
                      service.asked("results").stream()
                          .flatMap(one -> one.findValues("results").stream())
                          .filter(rows -> !rows.isEmpty())
                          .toList())
              .path(0);
      assertThat(row.path(0).asInt()).as("series").isEqualTo(7);
      assertThat((row.path(1).asLong() - begin) % 1_000).as("a slot of the schedule").isZero();
      assertThat(row.path(3).asInt()).as("passed").isZero();
      assertThat(row.path(5).asInt()).as("status").isEqualTo(200);
      vertx.undeploy(agent.deploymentID()).await();
      assertThat(service.asked("release").get(0).path("shards")).isNotEmpty();
      assertThat(service.asked("leave")).hasSize(1);
      assertThat(service.asked("claimTests")).as("it has not said that it knows them").isEmpty();
    } finally {
      vertx.close().await();
    }
  }
}
