package dev.belfry.engine.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateNamesTest {
  private static final int DNS = 2;
  private static final int ADDRESS = 7;

  @ParameterizedTest
  @CsvSource({
    "example.com, example.com, true",
    "EXAMPLE.com, example.com, true",
    "example.com, www.example.com, false",
    "*.example.com, www.example.com, true",
    "*.example.com, a.www.example.com, false",
    "*.example.com, example.com, false",
    "*.example.com, .example.com, false",
    "w*.example.com, www.example.com, false",
    "www.*.com, www.example.com, false",
    "*.com, example.com, false",
    "*, localhost, false",
    "*.0.0.1, 127.0.0.1, false",
    "127.0.0.1, 127.0.0.1, false"
  })
  void matchNamesByWholeLabels(String name, String host, boolean covered) {
    assertThat(new CertificateNames(List.of(List.of(DNS, name))).cover(host)).isEqualTo(covered);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1, true",
    "127.0.0.1, 127.0.0.2, false",
    "2001:db8:0:0:0:0:0:1, 2001:db8::1, true",
    "127.0.0.1, localhost, false"
  })
  void matchAddressesByValue(String address, String host, boolean covered) {
    assertThat(new CertificateNames(List.of(List.of(ADDRESS, address))).cover(host))
        .isEqualTo(covered);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | no name
          1 | n1.test
          3 | n1.test, n2.test, n3.test
          5 | n1.test, n2.test, n3.test and 2 more
          """)
  void nameSome(int count, String sentence) {
    List<List<?>> names = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      names.add(List.of(DNS, "n" + i + ".test"));
    }

    assertThat(new CertificateNames(names)).hasToString(sentence);
  }
}
