package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTextTest {
  private static String cell(String value) {
    return new CsvText().text(value).end();
  }

  @Test
  void quotesWhatNeedsIt() {
    assertThat(
            new CsvText()
                .text("a")
                .text("b,c")
                .text("say \"x\"")
                .text(null)
                .number(4)
                .endLine()
                .text("two\nlines")
                .number("null")
                .endLine()
                .end())
        .isEqualTo("a,\"b,c\",\"say \"\"x\"\"\",,4\r\n\"two\nlines\",\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "=1+1; '=1+1",
        "+49; '+49",
        "-2; '-2",
        "@SUM(A1); '@SUM(A1)",
        "|calc; '|calc",
        "a=b; a=b",
      },
      quoteCharacter = '`')
  void noTextIsAFormula(String value, String written) {
    assertThat(cell(value)).isEqualTo(written);
  }

  @Test
  void blanksInFrontHideNoFormula() {
    assertThat(cell(" =1")).isEqualTo("' =1");
    assertThat(cell("\t=1")).isEqualTo("'\t=1");
    assertThat(cell("\r=1")).isEqualTo("\"'\r=1\"");
    assertThat(cell(" ")).isEqualTo(" ");
  }

  @Test
  void aNegativeNumberStaysANumber() {
    assertThat(new CsvText().number("-4.5").end()).isEqualTo("-4.5");
  }
}
