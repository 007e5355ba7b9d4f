package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmsTextTest {
  @ParameterizedTest
  @CsvSource({
    "Störung & Größe, Störung & Größe",
    "“quoted” – and…, \"quoted\" - and...",
    "Łódź čeká, ?odz ceka",
    "é ê, é e",
    "🔥 Feuer, ? Feuer",
    "[a] {b} €, [a] {b} €"
  })
  void writesTheAlphabet(String text, String expected) {
    assertThat(SmsText.gsm(text)).isEqualTo(expected);
  }

  @Test
  void keepsToTwoSegments() {
    String page = "https://belfry.example.org/status/acme";
    String stop =
        "Stop: https://belfry.example.org/v1/subscriptions/" + "x".repeat(64) + "/unsubscribe";
    String text = SmsText.of("ä[".repeat(300), List.of(page, stop));
    assertThat(SmsText.length(text)).isBetween(SmsText.LONGEST - 3, SmsText.LONGEST);
    assertThat(text).endsWith("...\n" + page + "\n" + stop);
    assertThat(SmsText.of("short", List.of(page))).isEqualTo("short\n" + page);
  }

  @Test
  void theLastLinkStaysWhereAddressesAreLong() {
    String page = "https://" + "p".repeat(100);
    String stop = "https://" + "s".repeat(180);
    assertThat(SmsText.of("What happened ".repeat(20), List.of(page, stop)))
        .startsWith("What happened")
        .endsWith("...\n" + stop)
        .doesNotContain(page);
  }

  @ParameterizedTest
  @CsvSource({
    "+49 (151) 234-56.78, +491512345678, true",
    "0049 151 2345678, +491512345678, true",
    "0151 2345678, 01512345678, false",
    "+49151, +49151, false",
    "+0151234567, +0151234567, false",
    "+49151234567x, +49151234567x, false",
    "+1234567890123456, +1234567890123456, false"
  })
  void readsPhoneNumbers(String typed, String number, boolean wellFormed) {
    assertThat(PhoneNumber.normalized(typed)).isEqualTo(number);
    assertThat(PhoneNumber.isWellFormed(number)).isEqualTo(wellFormed);
  }
}
