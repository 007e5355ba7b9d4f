package dev.belfry.engine.probe.ssl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.SslConfig;
import dev.belfry.monitoring.check.SslRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLSocket;

/** Probes of SSL monitors, and what they found. */
final class SslCourse {
  /** A server that says no word after the handshake. */
  static final StubServer.Script HANDSHAKE =
      conversation -> {
        ((SSLSocket) conversation.socket()).startHandshake();
        conversation.hang();
      };

  private SslCourse() {}

  static SslConfig site(int port) {
    return SslConfig.of(ProbeCourse.SITE, port, null, null, null, null, null, null);
  }

  /** The same host, with an issuer that need not be trusted. */
  static SslConfig lenient(int port) {
    return SslConfig.of(ProbeCourse.SITE, port, null, null, true, null, null, null);
  }

  static ProbeResult probe(ProbeCourse course, SslConfig config) throws Exception {
    return probe(course, config, Duration.ofSeconds(10));
  }

  static ProbeResult probe(ProbeCourse course, SslConfig config, Duration timeout)
      throws Exception {
    return course.probe(new ProbeRequest(new SslRequest(config, List.of()), timeout));
  }

  static ProbeAnswer answer(ProbeResult result) {
    assertThat(result.message()).isEmpty();
    assertThat(result.reason()).isEqualTo(Reason.NONE);
    return Objects.requireNonNull(result.answer());
  }

  /** What a handshake that was made fails for. */
  static Failure failure(ProbeResult result) {
    Failure failure = answer(result).failure();
    return failure == null ? Failure.NONE : failure;
  }

  static JsonNode facts(ProbeResult result) {
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    answer(result).describe(detail);
    return detail.path("tls");
  }
}
