package dev.belfry.platform.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
  @Test
  void letsNoDisguiseThrough() {
    List<String> disguises = Disguises.urls();

    assertThat(disguises).hasSizeGreaterThan(300);
    assertThat(disguises).filteredOn(TargetTest::isLetThrough).isEmpty();
  }

  private static boolean isLetThrough(String url) {
    try {
      Host host = Target.parse(url).host();
      return Optional.ofNullable(host.address()).flatMap(AddressPolicy.INTERNET::refusal).isEmpty();
    } catch (TargetRefusedException e) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://example.com                    | http://example.com/
          HTTPS://EXAMPLE.com:443/a?b=c#d       | https://example.com/a?b=c
          https://example.com:80                | https://example.com:80/
          http://example.com:/                  | http://example.com/
          http://example.com?q                  | http://example.com/?q
          http://example.com./                  | http://example.com/
          http://me:secret@example.com/x        | http://example.com/x
          http://8.8.8.8:8080/                  | http://8.8.8.8:8080/
          http://8.8.8.8./                      | http://8.8.8.8/
          http://[2606:4700:0::1111]:81/        | http://[2606:4700::1111]:81/
          http://[::ffff:8.8.8.8]/              | http://8.8.8.8/
          http://a_b.example.com/               | http://a_b.example.com/
          http://r1---sn-x.example.com/         | http://r1---sn-x.example.com/
          http://xn--bcher-kva.example/         | http://xn--bcher-kva.example/
          http://bücher.example/ü               | http://xn--bcher-kva.example/%C3%BC
          http://例え。テスト/                     | http://xn--r8jz45g.xn--zckzah/
          http://db/                            | http://db/
          http://127.0.0.1.example.com/         | http://127.0.0.1.example.com/
          http://1e100.example/                 | http://1e100.example/
          http://0xcafe.example/                | http://0xcafe.example/
          http://example.com/a b"<>             | http://example.com/a%20b%22%3C%3E
          http://example.com/%2e%2E/%zz?@:/      | http://example.com/%2e%2E/%zz?@:/
          http://example.com//a                 | http://example.com//a
          """)
  void readsWhatIsClear(String url, String read) throws TargetRefusedException {
    assertThat(Target.parse(url)).hasToString(read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /x                      | https://example.com:8443/x
          x                       | https://example.com:8443/a/b/x
          x?y=/../z               | https://example.com:8443/a/b/x?y=/../z
          ?y                      | https://example.com:8443/a/b/c?y
          ''                      | https://example.com:8443/a/b/c?d
          #f                      | https://example.com:8443/a/b/c?d
          ../x                    | https://example.com:8443/a/x
          ../../../../x           | https://example.com:8443/x
          ./                      | https://example.com:8443/a/b/
          ..                      | https://example.com:8443/a/
          //example.org           | https://example.org/
          //example.org:444/x     | https://example.org:444/x
          http://example.org/x    | http://example.org/x
          /ü                      | https://example.com:8443/%C3%BC
          /a//b/                  | https://example.com:8443/a//b/
          """)
  void followsRelativeReferences(String location, String target) throws TargetRefusedException {
    Target from = Target.parse("https://example.com:8443/a/b/c?d");

    assertThat(from.follow(location)).hasToString(target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///etc/passwd", "gopher://example.com/", "javascript:alert(1)", "//", "http://",
        "\\\\127.0.0.1/", "/\\127.0.0.1/", "//127.0.0.1\\@example.com/", "http:foo", "//a b/"
      })
  void refusesRedirectsThatLeadNowhere(String location) throws TargetRefusedException {
    Target from = Target.parse("https://example.com/");

    TargetRefusedException refused =
        catchThrowableOfType(TargetRefusedException.class, () -> from.follow(location));

    assertThat(refused.refusal()).isEqualTo(RefusalReason.INVALID);
    assertThat(refused.getStackTrace()).isEmpty();
  }

  @Test
  void keepsUserAndPasswordWithTheirOrigin() throws TargetRefusedException {
    Target from = Target.parse("https://me:secret@example.com/");

    assertThat(from.follow("/next").userInfo()).isEqualTo("me:secret");
    assertThat(from.follow("https://example.com:443/next").userInfo()).isEqualTo("me:secret");
    assertThat(from.follow("http://example.com/next").userInfo()).isNull();
    assertThat(from.follow("https://example.com:444/").userInfo()).isNull();
    assertThat(from.follow("//example.org/").userInfo()).isNull();
    assertThat(from).hasToString("https://example.com/");
  }

  @Test
  void keepsSearchDomainsAwayFromNamesThatEndInADot() throws TargetRefusedException {
    assertThat(Target.parse("http://db./").host().lookupName()).isEqualTo("db.");
    assertThat(Target.parse("http://db/").host().lookupName()).isEqualTo("db");
  }
}
