package dev.belfry.engine.probe;

import dev.belfry.engine.probe.http.HttpAnswer;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.UrlRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Probes as the tests write them. */
public final class Probes {
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  private Probes() {}

  public static ProbeRequest get(String url) {
    return new ProbeRequest(request(url, true, false, IpFamily.IPV4), PATIENCE);
  }

  public static ProbeRequest impatient(String url, long millis) {
    return new ProbeRequest(get(url).request(), Duration.ofMillis(millis));
  }

  public static ProbeRequest overIpv6(String url) {
    return new ProbeRequest(request(url, true, false, IpFamily.IPV6), PATIENCE);
  }

  public static ProbeRequest insecure(String url) {
    return new ProbeRequest(request(url, true, true, IpFamily.IPV4), PATIENCE);
  }

  public static ProbeRequest staying(String url) {
    return new ProbeRequest(request(url, false, false, IpFamily.IPV4), PATIENCE);
  }

  private static UrlRequest request(
      String url, boolean followRedirects, boolean skipSSL, IpFamily family) {
    return new UrlRequest("GET", url, followRedirects, skipSSL, family, List.of());
  }

  /** What the server answered to a GET request. */
  public static HttpAnswer answer(ProbeResult result) {
    return (HttpAnswer) Objects.requireNonNull(result.answer());
  }

  /** The result, which comes within the time-out and a moment or not at all. */
  public static ProbeResult result(Prober prober, ProbeRequest request) throws Exception {
    return prober
        .probe(request)
        .toCompletionStage()
        .toCompletableFuture()
        .get(request.timeout().plusSeconds(5).toMillis(), TimeUnit.MILLISECONDS);
  }
}
