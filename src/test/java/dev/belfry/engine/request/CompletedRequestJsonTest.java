package dev.belfry.engine.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.monitoring.certificate.HostCertificates;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of API checks on their way to an agent. */
class CompletedRequestJsonTest {
  private static final String REQUEST =
      """
      {"method":"POST","url":"https://shop.example/orders","followRedirects":true,"skipSSL":false,
       "headers":[{"key":"X-Token","value":"s3cret"}],"bodyType":"JSON","body":"{\\"a\\":1}",
       "assertions":[{"source":"STATUS_CODE","comparison":"EQUALS","target":"201"}]}""";

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }

  private static CompletedRequest completed(List<String> secrets) {
    return new CompletedRequest(
        new ProbeRequest(CheckRequest.read(CheckType.API, json(REQUEST)), Duration.ofSeconds(20)),
        SecretMask.of(secrets));
  }

  @Test
  void isTheSameAtTheAgent() {
    CompletedRequest sent = completed(List.of("s3cret"));
    ObjectNode document = CompletedRequestJson.of(sent);
    CompletedRequest read = CompletedRequestJson.read(json(document.toString()));
    assertThat(read.probe().request()).isEqualTo(sent.probe().request());
    assertThat(read.probe().timeout()).isEqualTo(Duration.ofSeconds(20));
    assertThat(read.probe().certificates()).isSameAs(HostCertificates.NONE);
    assertThat(read.mask().hide("token=s3cret")).isEqualTo("token=****");
    assertThat(CompletedRequestJson.of(read)).isEqualTo(document);
    assertThat(read).as("for a log").asString().doesNotContain("s3cret");
  }

  @Test
  void masksTheFormsThatTheServiceKnowsOf() {
    CompletedRequest read =
        CompletedRequestJson.read(CompletedRequestJson.of(completed(List.of("a b&c"))));
    assertThat(read.mask().hide("a b&c a+b%26c")).isEqualTo("**** ****");
  }

  @Test
  void ignoresWhatALaterVersionAdds() {
    ObjectNode document = CompletedRequestJson.of(completed(List.of()));
    document.put("newer", 1);
    assertThat(CompletedRequestJson.read(document).mask()).isSameAs(SecretMask.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "\"soon\"", "null"})
  void aProbeHasATimeOutInAnyCase(String timeout) {
    ObjectNode document = CompletedRequestJson.of(completed(List.of()));
    document.set("timeout", json(timeout));
    assertThat(CompletedRequestJson.read(document).probe().timeout()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"request\":[]}",
        "{\"request\":7}",
        "{\"request\":REQUEST,\"certificates\":[{}]}",
        "{\"request\":REQUEST,\"certificates\":[{\"chain\":[],\"key\":\"\"}]}",
        "{\"request\":REQUEST,\"certificates\":[{\"chain\":[\"!\"],\"key\":\"\"}]}"
      })
  void refusesWhatIsNoRequest(String document) {
    assertThatThrownBy(() -> CompletedRequestJson.read(json(document.replace("REQUEST", REQUEST))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
