package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;

/** A server that demands a certificate of its clients and answers with their names. */
final class MutualTlsServer implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final X509Bundle clients;
  private final X509Bundle servers;
  private final HttpServer server;

  /** A server at a port of its own that speaks these versions of TLS. */
  MutualTlsServer(String... versions) {
    this(authority("CN=Clients"), authority("CN=Servers"), versions);
  }

  private MutualTlsServer(X509Bundle clients, X509Bundle servers, String... versions) {
    this.clients = clients;
    this.servers = servers;
    X509Bundle own = issued(servers, "Shop");
    server =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setSsl(true)
                    .setClientAuth(ClientAuth.REQUIRED)
                    .setEnabledSecureTransportProtocols(Set.of(versions))
                    .setTrustOptions(
                        new PemTrustOptions()
                            .addCertValue(Buffer.buffer(clients.getCertificatePEM())))
                    .setKeyCertOptions(
                        new PemKeyCertOptions()
                            .setCertValue(Buffer.buffer(own.getCertificatePEM()))
                            .setKeyValue(Buffer.buffer(own.getPrivateKeyPEM()))))
            .requestHandler(MutualTlsServer::answer)
            .listen(0, "127.0.0.1")
            .await();
  }

  /** Another one whose certificates have the same issuers. */
  MutualTlsServer beside(String... versions) {
    return new MutualTlsServer(clients, servers, versions);
  }

  private static X509Bundle authority(String name) {
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject(name)
          .setIsCertificateAuthority(true)
          .buildSelfSigned();
    } catch (Exception e) {
      throw new AssertionError("no authority", e);
    }
  }

  private static X509Bundle issued(X509Bundle authority, String name) {
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject("CN=" + name)
          .addSanIpAddress("127.0.0.1")
          .buildIssuedBy(authority);
    } catch (Exception e) {
      throw new AssertionError("no certificate", e);
    }
  }

  private static void answer(HttpServerRequest request) {
    try {
      request.response().end(request.connection().sslSession().getPeerPrincipal().getName());
    } catch (SSLPeerUnverifiedException e) {
      request.response().setStatusCode(500).end();
    }
  }

  String url() {
    return "https://127.0.0.1:" + server.actualPort() + "/";
  }

  /** The body that gives an account a certificate of this name. */
  String clientCertificate(String name) {
    X509Bundle own = issued(clients, name);
    return JsonNodeFactory.instance
        .objectNode()
        .put("host", "127.0.0.1")
        .put("cert", own.getCertificatePEM())
        .put("key", own.getPrivateKeyPEM())
        .put("ca", servers.getCertificatePEM())
        .toString();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
