package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.RawHttp;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * API5, broken function level authorization. {@code AccessMatrixIT} sends read-only keys to every
 * operation that writes; here is what might get round the method of a request.
 */
class FunctionLevelIT {
  private static final TestApp APP = TestApp.shared();
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND");

  private static Tenant acme;
  private static ApiClient client;
  private static Fixtures owned;

  @BeforeAll
  static void own() {
    acme = APP.newTenant();
    client = APP.as(acme);
    owned = Fixtures.create(client, acme.account());
  }

  static Set<String> paths() {
    return Contract.load().operations().stream()
        .map(OperationContract::path)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @MethodSource("paths")
  void answersNoMethodThatTheContractDoesNotHave(String path) {
    String address = owned.address(path);
    List<String> known = Contract.load().methodsOn(address);
    for (String method : METHODS) {
      if (!known.contains(method)) {
        ApiReply reply = client.send(method, address, null);
        assertThat(reply.status()).as("%s %s", method, path).isEqualTo(405);
        assertThat(reply.header("Allow")).isEqualTo(String.join(", ", known));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("paths")
  void tellsTheHeadOfWhatNeedsNoKey(String path) {
    String address = owned.address(path);
    ApiClient anybody = APP.client();
    if (Contract.load().methodsOn(address).contains(Contract.HEAD)) {
      ApiReply head = anybody.send(Contract.HEAD, address, null);
      assertThat(head.status()).isEqualTo(anybody.get(address).status());
      assertThat(head.text()).isEmpty();
    } else {
      anybody.send(Contract.HEAD, address, null).hasStatus(405);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRACE", "CONNECT", "TRACK", "get", "DELETEX"})
  void answersNoOtherMethod(String method) {
    try (RawHttp raw = new RawHttp(APP.port())) {
      raw.send(
          method
              + " /v1/checks HTTP/1.1\r\n"
              + "Host: a\r\n"
              + "X-Canary: echo-me\r\n"
              + "Connection: close\r\n\r\n");
      assertThat(raw.readToEnd())
          .containsPattern("^HTTP/1.1 (400|404|405|501)")
          .doesNotContain("echo-me", "[silence]");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "_method"})
  void followsNoHeaderThatNamesAnotherMethod(String header) {
    String check = owned.address("/v1/checks/{id}");
    client.with(header, "DELETE").get(check).hasStatus(200);
    client.get(check + "?_method=DELETE&" + header + "=DELETE").hasStatus(200);
    APP.client().withKey(acme.readKey()).with(header, "GET").delete(check).isForbidden();
    client.get(check).hasStatus(200);
  }

  @Test
  void aReadOnlyKeyStaysOneHoweverItAsks() {
    ApiClient reader = APP.client().withKey(acme.readKey());
    String before = owned.everything();
    Stream.of(
            "/v1/checks/url",
            "/v1/checks/url/",
            "//v1/checks/url",
            "/v1//checks/url",
            "/v1/./checks/url")
        .forEach(path -> assertThat(reader.post(path, "{}").status()).as(path).isIn(403, 404, 405));
    assertThat(owned.everything()).isEqualTo(before);
  }
}
