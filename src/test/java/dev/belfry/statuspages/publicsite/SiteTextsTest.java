package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pages say, in all their languages. */
class SiteTextsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|  | en",
        "| de | de",
        "| de-CH,de;q=0.9,en;q=0.8 | de",
        "| en-US,de;q=0.9 | en",
        "| fr, de;q=0.3 | de",
        "| fr | en",
        "| * | en",
        "| ;;;=q | en",
        "de | en | de",
        "en | de | en",
        "xx | de | de"
      })
  void areInTheLanguageAskedFor(@Nullable String wanted, @Nullable String accepted, String chosen) {
    assertThat(SiteTexts.choose(wanted, accepted)).isEqualTo(chosen);
  }

  @Test
  void anEndlessWishIsNotRead() {
    assertThat(SiteTexts.choose(null, "de,".repeat(1000))).isEqualTo("en");
  }

  @Test
  void sayTheSameInEachLanguage() throws IOException {
    Properties english = read("texts.properties");
    Properties german = read("texts_de.properties");
    assertThat(german.stringPropertyNames())
        .containsExactlyInAnyOrderElementsOf(english.stringPropertyNames());
    for (String key : english.stringPropertyNames()) {
      assertThat(german.getProperty(key).contains("{0"))
          .as(key)
          .isEqualTo(english.getProperty(key).contains("{0"));
    }
  }

  private static Properties read(String file) throws IOException {
    Properties texts = new Properties();
    try (Reader reader =
        new InputStreamReader(
            Objects.requireNonNull(SiteTexts.class.getResourceAsStream("/site/" + file)),
            StandardCharsets.UTF_8)) {
      texts.load(reader);
    }
    return texts;
  }

  @ParameterizedTest
  @CsvSource({"1, 100", "0.99999, 99.99", "0.5, 50", "0.123456, 12.34", "0, 0"})
  void roundSharesDown(double share, String percent) {
    assertThat(SiteTexts.of("en").percent(share)).isEqualTo(percent);
    assertThat(SiteTexts.of("de").percent(share)).isEqualTo(percent.replace('.', ','));
  }

  @ParameterizedTest
  @CsvSource({
    "PT59S, less than a minute",
    "PT1M, 1 min",
    "PT3H5M, 3 h 5 min",
    "PT49H30M, 2 d 1 h",
    "PT30000H, '1,250 d 0 h'"
  })
  void tellHowLong(Duration duration, String words) {
    assertThat(SiteTexts.of("en").duration(duration)).isEqualTo(words);
  }
}
