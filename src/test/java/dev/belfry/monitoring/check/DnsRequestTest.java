package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.DnsRequest.Protocol;
import dev.belfry.monitoring.check.DnsRequest.RecordType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DnsRequestTest {
  private static Assertion ofText(String property, @Nullable String regex) {
    return new Assertion(AssertionSource.TEXT_ANSWER, Comparison.EQUALS, "x", property, regex);
  }

  @ParameterizedTest
  @CsvSource({
    "example.com, example.com",
    "Example.COM., Example.COM",
    "., .",
    "_sip._tcp.example.com, _sip._tcp.example.com",
    "*.example.com, *.example.com",
    "192.168.1.1, 192.168.1.1",
    "Bücher.example, xn--bcher-kva.example",
  })
  void aNameIsAskedForInAscii(String query, String name) {
    assertThat(DnsRequest.asciiName(query)).contains(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "..", ".a", "a..b", "a b", "a/b", "http://e.org", "ß.example", "é..b"})
  void whatIsNoNameIsNotAskedFor(String query) {
    assertThat(DnsRequest.asciiName(query)).isEmpty();
  }

  @Test
  void aNameAndItsLabelsHaveALimit() {
    String label = "a".repeat(63);
    String longest = String.join(".", label, label, label, "a".repeat(61));
    assertThat(DnsRequest.asciiName(longest)).contains(longest);
    assertThat(DnsRequest.asciiName(longest + "a")).isEmpty();
    assertThat(DnsRequest.asciiName("a" + label)).isEmpty();
  }

  @Test
  void namesItsTargetAndItsServer() {
    DnsRequest request = DnsRequest.of("e.org", RecordType.MX, null, null, null, null);
    assertThat(request)
        .isEqualTo(new DnsRequest("e.org", RecordType.MX, null, null, Protocol.UDP, List.of()));
    assertThat(request.target()).isEqualTo("e.org MX");
    assertThat(request.host()).isEqualTo("system");
    assertThat(request.targetMember()).isEqualTo("target");
    assertThat(request.wantedFailure()).isEqualTo(WantedFailure.ANSWER);
    assertThat(DnsRequest.of("e.org", RecordType.A, "ns1.e.org", 53, null, null).host())
        .isEqualTo("ns1.e.org");
  }

  @Test
  void theRegexOfATextAnswerMayBeItsProperty() {
    Assertion ofJson =
        new Assertion(AssertionSource.JSON_ANSWER, Comparison.EQUALS, "x", "$.Status", null);
    DnsRequest request =
        DnsRequest.of(
            "e.org",
            RecordType.A,
            null,
            null,
            null,
            List.of(ofText("a(.)", null), ofText("a(.)", ""), ofText("a", "b"), ofJson));
    assertThat(request.assertions())
        .containsExactly(ofText("", "a(.)"), ofText("", "a(.)"), ofText("a", "b"), ofJson);
  }
}
