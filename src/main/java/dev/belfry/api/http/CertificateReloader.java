package dev.belfry.api.http;

import dev.belfry.platform.config.Config;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.ServerSSLOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the API on the certificate in the configured files. It reads them every two seconds and
 * switches to a new certificate if that can be served; open connections stay. Unusable files are
 * logged, and the previous certificate stays in force. Used by all event loops.
 */
public final class CertificateReloader {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateReloader.class);
  private static final long LOOK_MILLIS = 2_000;
  private static final Duration LONGEST_HANDSHAKE = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final Config.Tls files;
  private final InstantSource clock;
  private final AtomicReference<@Nullable HttpServer> server = new AtomicReference<>();
  private volatile ServerCertificate inForce;
  private String trouble = "";
  private boolean told;

  private CertificateReloader(Vertx vertx, Config.Tls files, InstantSource clock) {
    this.vertx = vertx;
    this.files = files;
    this.clock = clock;
    this.inForce = ServerCertificate.read(vertx, files, clock.instant());
  }

  /**
   * Reads the files and begins to watch them; null when the API is served in plain text. Blocks.
   *
   * @param files where the certificate and its key are; null = none
   * @throws CertificateUnusableException when the API cannot be served with what the files hold
   */
  public static @Nullable CertificateReloader open(
      Vertx vertx, Config.@Nullable Tls files, InstantSource clock, MeterRegistry registry) {
    CertificateReloader keeper =
        files == null ? null : new CertificateReloader(vertx, files, clock);
    Gauge.builder(
            "belfry.tls.certificate.expiry",
            () -> keeper == null ? Double.NaN : keeper.secondsLeft())
        .description("How long until the certificate of the API expires; NaN without one")
        .baseUnit("seconds")
        .register(registry);
    if (keeper != null) {
      LOG.info("Serving HTTPS with a certificate until {}", keeper.inForce.expiresAt());
      vertx.setTimer(LOOK_MILLIS, due -> keeper.look());
    }
    return keeper;
  }

  private double secondsLeft() {
    return Duration.between(clock.instant(), inForce.expiresAt()).toSeconds();
  }

  /** The TLS options of a server that starts now. */
  ServerSSLOptions options() {
    return options(inForce);
  }

  private static ServerSSLOptions options(ServerCertificate certificate) {
    return new ServerSSLOptions()
        .setKeyCertOptions(certificate.pems())
        .setUseAlpn(true)
        .setEnabledSecureTransportProtocols(Set.of("TLSv1.3", "TLSv1.2"))
        .setSslHandshakeTimeout(LONGEST_HANDSHAKE.toMillis())
        .setSslHandshakeTimeoutUnit(java.util.concurrent.TimeUnit.MILLISECONDS);
  }

  /**
   * Sets the server that gets new certificates. The servers of all event loops share one socket and
   * one certificate, so one of them stands for all.
   */
  void follow(HttpServer listening) {
    server.set(listening);
  }

  private void look() {
    vertx
        .executeBlocking(() -> ServerCertificate.read(vertx, files, clock.instant()))
        .compose(this::use)
        .onFailure(this::tell)
        .onComplete(looked -> vertx.setTimer(LOOK_MILLIS, due -> look()));
  }

  private Future<Void> use(ServerCertificate found) {
    HttpServer listening = server.get();
    trouble = "";
    told = false;
    if (listening == null || found.equals(inForce)) {
      return Future.succeededFuture();
    }
    return listening
        .updateSSLOptions(options(found))
        .onSuccess(
            updated -> {
              inForce = found;
              LOG.info("Serving a new certificate, valid until {}", found.expiresAt());
            })
        .mapEmpty();
  }

  /**
   * Files that are being written are unusable for a moment: a fault is logged once, when the next
   * look finds it too.
   */
  private void tell(Throwable failure) {
    String found = String.valueOf(failure.getMessage());
    told &= found.equals(trouble);
    if (found.equals(trouble) && !told) {
      told = true;
      LOG.warn("Keeping the previous certificate: {}", found);
    }
    trouble = found;
  }
}
