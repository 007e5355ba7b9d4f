package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.guard.Cidr;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwardedPolicyTest {
  private static final String PROXY = "10.0.0.1";

  private static final ForwardedPolicy POLICY =
      new ForwardedPolicy(Stream.of("10.0.0.0/8", "fd00::/8").map(Cidr::parse).toList());

  private static List<String> fields(String text) {
    return text == null || text.isEmpty() ? List.of() : Arrays.asList(text.split("\\|", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          203.0.113.9                          ; 203.0.113.9
          203.0.113.9, 10.0.0.7                ; 203.0.113.9
          6.6.6.6, 203.0.113.9                 ; 203.0.113.9
          10.9.9.9, 203.0.113.9, 10.0.0.7      ; 203.0.113.9
          6.6.6.6|203.0.113.9|10.0.0.7         ; 203.0.113.9
          203.0.113.9:4711                     ; 203.0.113.9
          [2001:db8::1]:4711                   ; 2001:db8:0:0:0:0:0:1
          [2001:db8::1]                        ; 2001:db8:0:0:0:0:0:1
          2001:db8::1                          ; 2001:db8:0:0:0:0:0:1
          2001:DB8:0::1, fd00::7               ; 2001:db8:0:0:0:0:0:1
          ::ffff:203.0.113.9                   ; 203.0.113.9
          10.0.0.8, 10.0.0.7                   ; 10.0.0.8
          -                                    ; 10.0.0.1
          203.0.113.9, unknown                 ; 10.0.0.1
          203.0.113.9, _hidden                 ; 10.0.0.1
          203.0.113.9,                         ; 10.0.0.1
          203.0.113.9, 1.2.3                   ; 10.0.0.1
          203.0.113.9, 1.2.3.4.5               ; 10.0.0.1
          203.0.113.9, 01.2.3.4                ; 10.0.0.1
          203.0.113.9, localhost               ; 10.0.0.1
          203.0.113.9, [2001:db8::1            ; 10.0.0.1
          203.0.113.9, [2001:db8::1]x          ; 10.0.0.1
          203.0.113.9, 1.2.3.4:port            ; 10.0.0.1
          203.0.113.9, fe80::1%eth0            ; 10.0.0.1
          203.0.113.9, garbage, 10.0.0.7       ; 10.0.0.7
          """)
  void believesXForwardedForAsFarAsItIsTrusted(String fields, String client) {
    assertThat(POLICY.client(PROXY, List.of(), fields(fields))).isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          for=203.0.113.9                                          ~ 203.0.113.9
          For="203.0.113.9:47011";proto=https;by=10.0.0.1          ~ 203.0.113.9
          proto=https; host="a,b;for=6.6.6.6" ;for=203.0.113.9     ~ 203.0.113.9
          for="[2001:db8:cafe::17]:4711"                           ~ 2001:db8:cafe:0:0:0:0:17
          for="[2001:db8:cafe::17]"                                ~ 2001:db8:cafe:0:0:0:0:17
          for=6.6.6.6, for=203.0.113.9, for=10.0.0.7               ~ 203.0.113.9
          for=6.6.6.6|for=203.0.113.9|for=10.0.0.7                 ~ 203.0.113.9
          for=203.0.113.9, , for=10.0.0.7,                         ~ 203.0.113.9
          for="203.0.113.\\9"                                      ~ 203.0.113.9
          for="203.0.113.9:_port"                                  ~ 203.0.113.9
          for=203.0.113.9, for=_hidden                             ~ 10.0.0.1
          for=203.0.113.9, for=unknown, for=10.0.0.7               ~ 10.0.0.7
          for=203.0.113.9, proto=https                             ~ 10.0.0.1
          for=6.6.6.6, for="203.0.113.9                            ~ 10.0.0.1
          for=6.6.6.6;for=203.0.113.9                              ~ 10.0.0.1
          for=6.6.6.6 for=203.0.113.9                              ~ 10.0.0.1
          for=                                                     ~ 10.0.0.1
          =203.0.113.9                                             ~ 10.0.0.1
          for="203.0.113.9\\                                       ~ 10.0.0.1
          for=2001:db8::1                                          ~ 10.0.0.1
          """)
  void believesForwardedAsFarAsItIsTrusted(String fields, String client) {
    assertThat(POLICY.client(PROXY, fields(fields), List.of())).isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          for=203.0.113.9          ; 203.0.113.9          ; 203.0.113.9
          for=6.6.6.6              ; 203.0.113.9          ; 10.0.0.1
          for=unknown              ; 203.0.113.9          ; 10.0.0.1
          for=@                    ; 203.0.113.9          ; 203.0.113.9
          for=203.0.113.9          ; 6.6.6.6              ; 10.0.0.1
          """)
  void believesNeitherWhereTheTwoDisagree(String standard, String older, String client) {
    assertThat(POLICY.client(PROXY, List.of(standard), List.of(older))).isEqualTo(client);
  }

  @Test
  void believesNobodyElse() {
    List<String> standard = List.of("for=203.0.113.9");
    List<String> older = List.of("203.0.113.9");
    assertThat(POLICY.client("198.51.100.1", standard, older)).isEqualTo("198.51.100.1");
    assertThat(POLICY.client("", standard, older)).isEmpty();
    ForwardedPolicy nobody = new ForwardedPolicy(List.of());
    assertThat(nobody.client(PROXY, standard, older)).isEqualTo(PROXY);
    assertThat(nobody.believesAnybody()).isFalse();
  }

  @Test
  void looksAtNoMoreThanSomeProxiesInARow() {
    String many = "203.0.113.9, " + String.join(", ", Collections.nCopies(1_000, "10.0.0.7"));
    assertThat(POLICY.client(PROXY, List.of(), List.of(many))).isEqualTo("10.0.0.7");
    String standard =
        "for=203.0.113.9, " + String.join(", ", Collections.nCopies(1_000, "for=10.0.0.7"));
    assertThat(POLICY.client(PROXY, List.of(standard), List.of())).isEqualTo("10.0.0.7");
    String few = "203.0.113.9, " + String.join(", ", Collections.nCopies(31, "10.0.0.7"));
    assertThat(POLICY.client(PROXY, List.of(), List.of(few))).isEqualTo("203.0.113.9");
  }
}
