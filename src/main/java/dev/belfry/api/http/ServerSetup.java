package dev.belfry.api.http;

import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The options of the API's server: protocols, and bounds on requests. */
final class ServerSetup {
  /** Bytes; of HTTP/2 the bound on the address alone. */
  static final int LONGEST_REQUEST_LINE = 8_192;

  private static final int LARGEST_HEADERS = 16_384;

  /** Bytes that a client may send over a WebSocket at once. */
  private static final int LARGEST_FRAME = 16_384;

  private static final int MOST_STREAMS = 100;

  /** A client that resets more streams than this in the window is disconnected (CVE-2023-44487). */
  private static final int MOST_RESETS = 200;

  private static final int RESET_WINDOW_SECONDS = 30;

  private ServerSetup() {}

  /** HTTP/1.1 in plain text, and nothing else: HTTP/2 is for TLS alone. */
  static HttpServerOptions plain() {
    return new HttpServerOptions()
        .setHttp2ClearTextEnabled(false)
        .setMaxInitialLineLength(LONGEST_REQUEST_LINE)
        .setMaxHeaderSize(LARGEST_HEADERS)
        // Each would put a handler of its own before every request.
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setWebSocketSubProtocols(List.of("mqtt"))
        .setMaxWebSocketFrameSize(LARGEST_FRAME)
        .setMaxWebSocketMessageSize(LARGEST_FRAME)
        .setTcpNoDelay(true);
  }

  /** HTTP/2 or HTTP/1.1 over TLS, as the client likes (RFC 7301). */
  static HttpServerOptions secure(ServerSSLOptions tls) {
    HttpServerOptions options =
        plain()
            .setSsl(true)
            .setUseAlpn(tls.isUseAlpn())
            .setKeyCertOptions(tls.getKeyCertOptions())
            .setSslHandshakeTimeout(tls.getSslHandshakeTimeout())
            .setSslHandshakeTimeoutUnit(tls.getSslHandshakeTimeoutUnit())
            .setInitialSettings(
                new Http2Settings()
                    .setMaxConcurrentStreams(MOST_STREAMS)
                    .setMaxHeaderListSize(LARGEST_HEADERS))
            .setHttp2RstFloodMaxRstFramePerWindow(MOST_RESETS)
            .setHttp2RstFloodWindowDuration(RESET_WINDOW_SECONDS)
            .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS);
    return options.setEnabledSecureTransportProtocols(tls.getEnabledSecureTransportProtocols());
  }
}
