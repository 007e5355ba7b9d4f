package dev.belfry.engine.probe.dns;

import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Probes;
import dev.belfry.engine.probe.dns.ScriptedDns.Script;
import dev.belfry.monitoring.check.DnsRequest;
import dev.belfry.monitoring.check.DnsRequest.Protocol;
import dev.belfry.monitoring.check.DnsRequest.RecordType;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks servers on loopback for example.com. */
final class DnsCourse implements AutoCloseable {
  /** Long enough for what is not meant to take long, on a busy machine. */
  static final long MILLIS = 900;

  /** The data of a record of type A: 203.0.113.7. */
  static final String ADDRESS = "cb007107";

  private final ProbeCourse probes = new ProbeCourse();

  DnsCourse() throws Exception {}

  ProbeCourse probes() {
    return probes;
  }

  static DnsRequest request(@Nullable String server, int port, RecordType type, Protocol protocol) {
    return DnsRequest.of("example.com", type, server, port, protocol, null);
  }

  ProbeResult ask(ScriptedDns server, RecordType type, Protocol protocol) throws Exception {
    return probes.probe(
        new ProbeRequest(request("127.0.0.1", server.port(), type, protocol), Probes.PATIENCE));
  }

  ProbeResult ask(ScriptedDns server) throws Exception {
    return ask(server, RecordType.A, Protocol.UDP);
  }

  ProbeResult askImpatiently(ScriptedDns server, Protocol protocol) throws Exception {
    return probes.probe(
        new ProbeRequest(
            request("127.0.0.1", server.port(), RecordType.A, protocol),
            Duration.ofMillis(MILLIS)));
  }

  static DnsAnswer answer(ProbeResult result) {
    return (DnsAnswer) Objects.requireNonNull(result.answer());
  }

  static Script answering(int type, String data) {
    return query -> query.send(query.response().answer(type, data));
  }

  @Override
  public void close() {
    probes.close();
  }
}
