package dev.belfry.engine.agent;

import dev.belfry.engine.agent.protocol.AgentProtocol;
import dev.belfry.platform.config.Secret;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.ProxyType;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** How an agent opens its connection: whom it trusts, which way it goes, and what it says first. */
final class LinkOptions {
  private static final int CONNECT_MILLIS = 5_000;

  private LinkOptions() {}

  /** The options of the client. */
  static WebSocketClientOptions client(AgentSettings settings) {
    WebSocketClientOptions options =
        new WebSocketClientOptions()
            .setMaxFrameSize(4 * AgentProtocol.FRAME_BYTES)
            .setConnectTimeout(CONNECT_MILLIS)
            .setSslHandshakeTimeout(CONNECT_MILLIS)
            .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
            .setVerifyHost(true);
    options.setTcpKeepAlive(true).setTcpNoDelay(true);
    Path authorities = settings.authorities();
    if (authorities != null) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(authorities.toString()));
    }
    AgentProxy proxy = settings.proxy();
    if (proxy != null) {
      options.setProxyOptions(through(proxy));
    }
    return options;
  }

  private static ProxyOptions through(AgentProxy proxy) {
    ProxyOptions options =
        new ProxyOptions().setType(ProxyType.HTTP).setHost(proxy.host()).setPort(proxy.port());
    Secret password = proxy.password();
    return proxy.user() == null
        ? options
        : options.setUsername(proxy.user()).setPassword(password == null ? "" : password.value());
  }

  /** The request that opens a stream. It has the key. */
  static WebSocketConnectOptions request(AgentSettings settings) {
    URI url = settings.url();
    boolean secure = url.getScheme().equals("https");
    String root = url.getPath() == null ? "" : url.getPath().replaceAll("/+$", "");
    WebSocketConnectOptions options = new WebSocketConnectOptions();
    options.setHost(url.getHost()).setPort(url.getPort() > 0 ? url.getPort() : secure ? 443 : 80);
    options.setSsl(secure).setURI(root + AgentProtocol.PATH).setTimeout(2 * CONNECT_MILLIS);
    options
        .addHeader("Authorization", "Bearer " + settings.key().value())
        .addHeader(AgentProtocol.PROTOCOL_HEADER, String.valueOf(AgentProtocol.VERSION))
        .addHeader(AgentProtocol.VERSION_HEADER, settings.version());
    return options;
  }

  /** What failed and, for a certificate that is not trusted, why. */
  static String reason(Throwable failure) {
    String what = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    Throwable cause = failure.getCause();
    while (cause != null && !(cause instanceof SSLException && cause.getMessage() != null)) {
      cause = cause.getCause();
    }
    return cause == null ? what : what + ": " + cause.getMessage();
  }
}
