package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.monitoring.check.UrlRequest.IpFamily;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Probes as the tests write them. */
final class Probes {
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private Probes() {}

  static ProbeRequest get(String url) {
    return new ProbeRequest(request(url, true, false, IpFamily.IPV4), PATIENCE);
  }

  static ProbeRequest impatient(String url, long millis) {
    return new ProbeRequest(get(url).request(), Duration.ofMillis(millis));
  }

  static ProbeRequest overIpv6(String url) {
    return new ProbeRequest(request(url, true, false, IpFamily.IPV6), PATIENCE);
  }

  static ProbeRequest insecure(String url) {
    return new ProbeRequest(request(url, true, true, IpFamily.IPV4), PATIENCE);
  }

  static ProbeRequest staying(String url) {
    return new ProbeRequest(request(url, false, false, IpFamily.IPV4), PATIENCE);
  }

  private static UrlRequest request(
      String url, boolean followRedirects, boolean skipSSL, IpFamily family) {
    return new UrlRequest("GET", url, followRedirects, skipSSL, family, List.of());
  }

  /** The result, which comes within the time-out and a moment or not at all. */
  static ProbeResult result(Prober prober, ProbeRequest request) throws Exception {
    return prober
        .probe(request)
        .toCompletionStage()
        .toCompletableFuture()
        .get(request.timeout().plusSeconds(5).toMillis(), TimeUnit.MILLISECONDS);
  }
}
