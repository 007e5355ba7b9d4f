package dev.belfry.monitoring.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code /v1/client-certificates} and {@code /v1/client-certificates/{id}}. */
class ClientCertificatesIT {
  private static final String PATH = "/v1/client-certificates";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private static ObjectNode body(String certificate, String key, @Nullable String passphrase) {
    ObjectNode body = JsonText.parse("{}");
    body.put("host", "*.acme.com").put("cert", PemFiles.read(certificate));
    body.put("key", PemFiles.read(key));
    if (passphrase != null) {
      body.put("passphrase", passphrase);
    }
    return body;
  }

  @Test
  void areMadeListedReadAndDeleted() {
    ObjectNode body = body("ec.crt", "ec-encrypted.key", "open sesame");
    body.put("ca", PemFiles.read("rsa.crt"));
    ApiReply made =
        client
            .post(PATH, body.toString())
            .hasStatus(201)
            .matchesContract("createClientCertificate");
    assertThat(made.json().properties())
        .extracting(java.util.Map.Entry::getKey)
        .containsExactly("id", "host", "cert", "ca", "created_at");
    assertThat(made.at("/host").asText()).isEqualTo("*.acme.com");
    assertThat(made.at("/cert").asText()).isEqualTo(PemFiles.read("ec.crt"));
    assertThat(made.at("/ca").asText()).isEqualTo(PemFiles.read("rsa.crt"));

    String one = PATH + "/" + made.id();
    assertThat(client.get(one).hasStatus(200).matchesContract("readClientCertificate").text())
        .isEqualTo(made.text());
    assertThat(client.get(PATH).hasStatus(200).matchesContract("listClientCertificates").text())
        .isEqualTo("[" + made.text() + "]");
    Access access = new Access(app, acme);
    access.requireForReading(PATH);
    access.requireForReading(one);
    access.requireForWriting("POST", PATH, body.toString());
    access.requireHidden("GET", one, null);
    access.requireHidden("DELETE", one, null);

    client.delete(one).hasStatus(204).matchesContract("deleteClientCertificate");
    client.get(one).isNotFound();
    client.delete(one).isNotFound();
    client.get(PATH + "/x").isInvalid("/id");
  }

  @Test
  void storeTheKeySealedAndWithoutItsPassphrase() throws SQLException {
    client.post(PATH, body("ec.crt", "ec-encrypted.key", "open sesame").toString()).hasStatus(201);
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT private_key, c::text FROM client_certificates c WHERE account_id = '"
                    + acme.account()
                    + "'")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).startsWith("sealed:v1:");
      assertThat(row.getString(2)).doesNotContain("open sesame", "PRIVATE KEY");
    }
    assertThat(client.get("/v1/audit-log?resourceType=client-certificate").text())
        .contains("*.acme.com")
        .doesNotContain("PRIVATE KEY", "open sesame");
  }

  @ParameterizedTest
  @CsvSource({
    "ec.crt, ec-encrypted.key, , /passphrase",
    "ec.crt, ec-encrypted.key, wrong, /passphrase",
    "ec.crt, rsa-pkcs1.key, , /key",
    "ec.crt, rsa-old.key, , /key",
    "ec.crt, ec.crt, , /key",
    "ec-sec1.key, ec-sec1.key, , /cert",
  })
  void nameWhatIsWrong(String certificate, String key, @Nullable String passphrase, String member) {
    ApiReply reply = client.post(PATH, body(certificate, key, passphrase).toString());
    reply.isInvalid(member).matchesContract("createClientCertificate");
    assertThat(reply.text()).doesNotContain("PRIVATE KEY", "Exception");
  }

  @Test
  void refuseAKeyOfAnotherCertificateAndAnExpiredOne() throws Exception {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    X509Bundle expired =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=old")
            .setIsCertificateAuthority(true)
            .notBefore(now.minus(3, ChronoUnit.DAYS))
            .notAfter(now.minus(1, ChronoUnit.DAYS))
            .buildSelfSigned();
    ObjectNode body = body("ec.crt", "ec-sec1.key", null);
    body.put("cert", expired.getCertificatePEM()).put("key", expired.getPrivateKeyPEM());
    ApiReply reply = client.post(PATH, body.toString()).isInvalid("/cert");
    assertThat(reply.at("/message").asText()).startsWith("/cert expired at ");

    body = body("ec.crt", "ec-sec1.key", null).put("key", expired.getPrivateKeyPEM());
    reply = client.post(PATH, body.toString()).isInvalid("/key");
    assertThat(reply.at("/message").asText()).contains("does not belong");
    client
        .post(PATH, body("ec.crt", "ec-sec1.key", null).put("ca", "nonsense").toString())
        .isInvalid("/ca");
    client
        .post(PATH, body("ec.crt", "ec-sec1.key", null).put("host", "https://a.org").toString())
        .isInvalid("/host");
    client.post(PATH, "{}").isInvalid("/host", "/cert", "/key");
    assertThat(client.get(PATH).text()).isEqualTo("[]");
  }

  @Test
  void areAtMostFifty() {
    String body = body("ec.crt", "ec-sec1.key", null).toString();
    for (int i = 0; i < 50; i++) {
      client.post(PATH, body).hasStatus(201);
    }
    client
        .post(PATH, body)
        .isError(409, "Conflict", "The account has 50 client certificates; delete one first")
        .matchesContract("createClientCertificate");
  }
}
