package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckRequestTest {
  private static UrlRequest url(String url) {
    return UrlRequest.of(null, url, null, null, null, null, null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com",
        "https://example.com/",
        "https://example.com:8443/a:b@c?d=e:f",
        "https://example.com?a=b@c:1",
        "https://example.com#top:1",
        "https://user:secret@example.com:443/",
        "https://user@example.com",
        "https://203.0.113.7:1/",
        "https://[2001:db8::7]/",
        "https://user:a@[2001:db8::7]:8443/x",
      })
  void theHostOfAUrlIsTheOneThatUriFinds(String url) {
    assertThat(url(url).host()).isEqualTo(URI.create(url).getHost());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          not a url            | not a url
          https://exämple.org/ | exämple.org
          https://             | ''
          """)
  void anyTextHasAHost(String url, String host) {
    assertThat(url(url).host()).isEqualTo(host);
  }

  @Test
  void eachTypeNamesItsTarget() {
    TcpRequest tcp = TcpRequest.of("db.example.com", 5432, null, null, null);
    assertThat(tcp.host()).isEqualTo("db.example.com");
    assertThat(tcp.target()).isEqualTo("db.example.com:5432");
    assertThat(tcp.targetMember()).isEqualTo("target");
    assertThat(tcp.wantedFailure()).isEqualTo(WantedFailure.CONNECTION);
    assertThat(url("http://e.org/").target()).isEqualTo("http://e.org/");
    assertThat(url("http://e.org/").targetMember()).isEqualTo("url");
    assertThat(url("http://e.org/").wantedFailure()).isEqualTo(WantedFailure.ANSWER);
  }

  @Test
  void aRequestIsReadByItsType() {
    assertThat(CheckRequest.parse(CheckType.TCP, "{\"hostname\":\"::1\",\"port\":22,\"x\":1}"))
        .isEqualTo(new TcpRequest("::1", 22, "", IpFamily.IPV4, List.of()));
    assertThat(CheckRequest.parse(CheckType.URL, "{\"url\":\"http://e.org/\"}"))
        .isEqualTo(url("http://e.org/"));
    assertThatThrownBy(() -> CheckRequest.parse(CheckType.TCP, "{\"hostname\":\"::1\"}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(CheckType.class)
  void aTypeWithoutARecordMakesNoRequest(CheckType type) {
    if (CheckRequest.recordOf(type).isEmpty()) {
      assertThatThrownBy(() -> CheckRequest.parse(type, "{}"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(type + " checks make no request");
    }
  }

  @Test
  void equalAssertionsCanBeShared() {
    List<Assertion> shared =
        List.of(new Assertion(AssertionSource.STATUS_CODE, Comparison.EQUALS, "200", "", null));
    CheckRequest one = url("http://e.org/").with(shared);
    CheckRequest other = TcpRequest.of("e.org", 1, null, null, null).with(shared);
    assertThat(one.assertions()).isSameAs(shared).isSameAs(other.assertions());
    assertThat(one.target()).isEqualTo("http://e.org/");
    assertThat(other.target()).isEqualTo("e.org:1");
  }
}
