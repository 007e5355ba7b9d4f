package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.TestApp;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ClockWait;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** API checks of two accounts against a server that demands a certificate of its clients. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class MutualTlsIT {
  private final TestApp app = TestApp.start(EngineFixture.probingFrom("all"));
  private final EngineFixture fixture = new EngineFixture(app);
  private final ApiClient acme = fixture.client;
  private final ApiClient globex = app.as(app.newTenant());
  private final Vertx vertx = Vertx.vertx();
  private final X509Bundle clients = authority("CN=Clients");
  private final X509Bundle servers = authority("CN=Servers");
  private final HttpServer server = listen("TLSv1.3");
  private final HttpServer older = listen("TLSv1.2");

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

  /** A server that answers with the name of its client. */
  private HttpServer listen(String version) {
    X509Bundle own = issued(servers, "Shop");
    return vertx
        .createHttpServer(
            new HttpServerOptions()
                .setSsl(true)
                .setClientAuth(ClientAuth.REQUIRED)
                .setEnabledSecureTransportProtocols(java.util.Set.of(version))
                .setTrustOptions(
                    new PemTrustOptions().addCertValue(Buffer.buffer(clients.getCertificatePEM())))
                .setKeyCertOptions(
                    new PemKeyCertOptions()
                        .setCertValue(Buffer.buffer(own.getCertificatePEM()))
                        .setKeyValue(Buffer.buffer(own.getPrivateKeyPEM()))))
        .requestHandler(MutualTlsIT::answer)
        .listen(0, "127.0.0.1")
        .await();
  }

  private static void answer(HttpServerRequest request) {
    try {
      request.response().end(request.connection().sslSession().getPeerPrincipal().getName());
    } catch (SSLPeerUnverifiedException e) {
      request.response().setStatusCode(500).end();
    }
  }

  @AfterAll
  void stop() {
    vertx.close().await();
    fixture.close();
    app.close();
  }

  private static String request(HttpServer server, boolean skipSsl, String name) {
    return """
    {"name":"Orders","frequency":0,"frequencyOffset":10,"request":{
      "url":"https://127.0.0.1:%d/","skipSSL":%s,"followRedirects":false,"assertions":[
        {"source":"TEXT_BODY","comparison":"EQUALS","target":"CN=%s"}]}}"""
        .formatted(server.actualPort(), skipSsl, name);
  }

  private static ApiReply tested(ApiClient client, String body) {
    return client.post("/v1/check-tests/api", body).hasStatus(200);
  }

  private String certificate(ApiClient client, String name) {
    X509Bundle own = issued(clients, name);
    ObjectNode body = JsonText.parse("{}");
    body.put("host", "127.0.0.1");
    body.put("cert", own.getCertificatePEM()).put("key", own.getPrivateKeyPEM());
    body.put("ca", servers.getCertificatePEM());
    return client.post("/v1/client-certificates", body.toString()).hasStatus(201).id();
  }

  @Test
  void eachAccountProvesItselfWithItsOwnAndNoOther() {
    for (HttpServer each : new HttpServer[] {server, older}) {
      ApiReply without = tested(acme, request(each, true, "acme"));
      assertThat(without.at("/hasFailures").asBoolean()).isTrue();
      assertThat(without.at("/reason").asText()).isEqualTo("TLS_FAILED");
      assertThat(without.at("/message").asText())
          .contains("the server asks for a client certificate");
    }
    String first = certificate(acme, "acme");
    assertPasses(acme, "acme");
    assertThat(tested(globex, request(server, true, "acme")).at("/reason").asText())
        .isEqualTo("TLS_FAILED");
    certificate(globex, "globex");
    assertPasses(globex, "globex");
    assertPasses(acme, "acme");

    // It is replaced, and the next run uses the new one; without any it fails again.
    String second = certificate(acme, "acme-new");
    acme.delete("/v1/client-certificates/" + first).hasStatus(204);
    assertPasses(acme, "acme-new");
    String check = acme.post("/v1/checks/api", request(server, false, "acme-new")).id();
    assertThat(fixture.awaitRuns(check, 1).get(0).verdict()).isEqualTo(Verdict.PASSED);
    acme.delete("/v1/client-certificates/" + second).hasStatus(204);
    assertThat(tested(acme, request(server, true, "acme-new")).at("/reason").asText())
        .isEqualTo("TLS_FAILED");
    assertThat(tested(acme, request(server, false, "acme-new")).at("/reason").asText())
        .isEqualTo("CERTIFICATE_UNTRUSTED");
    assertPasses(globex, "globex");
    assertThat(acme.get("/v2/check-results/" + check).text()).doesNotContain("PRIVATE KEY");
  }

  /** Of both versions, with a server whose issuer only the client certificate makes trusted. */
  private void assertPasses(ApiClient client, String name) {
    for (HttpServer each : new HttpServer[] {server, older}) {
      for (boolean skipSsl : new boolean[] {false, true}) {
        ApiReply reply = tested(client, request(each, skipSsl, name));
        assertThat(reply.at("/hasFailures").asBoolean()).as(reply.text()).isFalse();
      }
    }
  }
}
