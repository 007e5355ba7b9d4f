package dev.belfry.engine.probe.prober;

import static dev.belfry.engine.probe.ProbeCourse.http;
import static dev.belfry.engine.probe.StubServer.answering;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Probes;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.monitoring.check.Reason;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Places, waiting, contexts and the end. */
class ProbeConcurrencyIT {
  @Test
  void waitsInTurnForAPlace() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (ProbeCourse course = new ProbeCourse(100, 2);
        StubServer server =
            StubServer.plain(
                conversation -> {
                  conversation.readRequest();
                  gate.await();
                  conversation.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                })) {
      List<Future<ProbeResult>> probes = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        probes.add(course.prober().probe(Probes.get(http(server, "/" + i))));
      }
      long held = System.nanoTime();
      assertThat(course.prober().inFlight()).isEqualTo(2);
      assertThat(course.prober().waiting()).isEqualTo(4);
      long heldMicros = (System.nanoTime() - held) / 1000;
      gate.countDown();
      List<ProbeResult> results = results(probes);

      assertThat(results).extracting(ProbeResult::reason).containsOnly(Reason.NONE);
      assertThat(results.subList(2, 6))
          .extracting(result -> result.timings().waitMicros())
          .allSatisfy(wait -> assertThat(wait).isGreaterThanOrEqualTo(heldMicros));
      assertThat(server.requests())
          .extracting(request -> request.substring(5, 6))
          .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5");
      assertThat(course.prober().inFlight()).isZero();
      assertThat(course.prober().waiting()).isZero();
    }
  }

  @Test
  void countsARedirectForTheHostItLeadsTo() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (ProbeCourse course = new ProbeCourse(100, 1);
        StubServer target =
            StubServer.plain(
                conversation -> {
                  conversation.readRequest();
                  gate.await();
                  conversation.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                });
        StubServer door =
            StubServer.plain(
                answering("HTTP/1.1 302 Found\nLocation: " + http(target, "/") + "\n\n"))) {
      course.dns().answer("one.test", "127.0.0.1").answer("two.test", "127.0.0.1");
      List<Future<ProbeResult>> probes = new ArrayList<>();
      for (String host : List.of("one.test", "two.test")) {
        probes.add(course.prober().probe(Probes.get("http://" + host + ":" + door.port() + "/")));
      }
      long deadline = System.nanoTime() + 10_000_000_000L;
      while (course.prober().waiting() == 0) {
        assertThat(System.nanoTime()).as("the second waits").isLessThan(deadline);
        Thread.onSpinWait();
      }
      assertThat(target.requests()).hasSizeLessThan(2);
      gate.countDown();

      assertThat(results(probes)).extracting(ProbeResult::reason).containsOnly(Reason.NONE);
      assertThat(course.prober().inFlight()).isZero();
      assertThat(course.prober().waiting()).isZero();
    }
  }

  @Test
  void answersOnTheContextOfTheCaller() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (ProbeCourse course = new ProbeCourse();
        StubServer server = StubServer.plain(answering("HTTP/1.1 200 OK\n\n"))) {
      Context caller = vertx.getOrCreateContext();
      Promise<Context> answered = Promise.promise();
      caller.runOnContext(
          nothing ->
              course
                  .prober()
                  .probe(Probes.get(http(server, "/")))
                  .onSuccess(result -> answered.complete(Vertx.currentContext())));

      assertThat(answered.future().await(5, TimeUnit.SECONDS)).isSameAs(caller);
    } finally {
      vertx.close().await();
    }
  }

  @Test
  void endsEveryProbeWhenItIsClosed() throws Exception {
    try (StubServer server = StubServer.plain(StubServer.Conversation::hang)) {
      ProbeCourse course = new ProbeCourse(3, 2);
      List<Future<ProbeResult>> probes = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        probes.add(course.prober().probe(Probes.get(http(server, "/"))));
      }
      course.dns().ignore("silent.test");
      probes.add(course.prober().probe(Probes.get("http://silent.test/")));
      probes.add(course.prober().probe(Probes.get("http://other.test/")));
      course.close();
      probes.add(course.prober().probe(Probes.get(http(server, "/"))));

      assertThat(results(probes)).extracting(ProbeResult::reason).containsOnly(Reason.CANCELLED);
      assertThat(course.prober().inFlight()).isZero();
      assertThat(course.prober().waiting()).isZero();
      server.awaitAllClosed();
    }
  }

  @Test
  void leavesNoConnectionOpen() throws Exception {
    try (ProbeCourse course = new ProbeCourse();
        StubServer keeper =
            StubServer.plain(
                conversation -> {
                  answering("HTTP/1.1 200 OK\nContent-Length: 0\n\n").play(conversation);
                  conversation.hang();
                });
        StubServer silent = StubServer.plain(StubServer.Conversation::hang)) {
      List<Future<ProbeResult>> probes = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        probes.add(course.prober().probe(Probes.get(http(keeper, "/"))));
        probes.add(course.prober().probe(Probes.impatient(http(silent, "/"), 50)));
      }
      results(probes);

      keeper.awaitAllClosed();
      silent.awaitAllClosed();
      assertThat(keeper.requests()).hasSize(20);
    }
  }

  private static List<ProbeResult> results(List<Future<ProbeResult>> probes) throws Exception {
    List<ProbeResult> results = new ArrayList<>();
    for (Future<ProbeResult> probe : probes) {
      results.add(probe.await(10, TimeUnit.SECONDS));
    }
    return results;
  }
}
