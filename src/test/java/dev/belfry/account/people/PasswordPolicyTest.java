package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordPolicyTest {
  private static final String EMAIL = "grace.hopper@example.org";

  @ParameterizedTest
  @CsvSource({
    "short, must be at least 10 characters long",
    "ÄÖÜäöüßéè, must be at least 10 characters long",
    "😀😀😀😀😀😀😀😀😀, must be at least 10 characters long",
    "grace.hopper@example.org, must not be the e-mail address or its first part",
    "Grace.Hopper@Example.org, must not be the e-mail address or its first part",
    "grace.hopper, must not be the e-mail address or its first part"
  })
  void refuses(String password, String problem) {
    assertThat(PasswordPolicy.problem(password, EMAIL)).contains(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"staple under", "0123456789", "😀😀😀😀😀😀😀😀😀😀", "grace.hopper1"})
  void takes(String password) {
    assertThat(PasswordPolicy.problem(password, EMAIL)).isEmpty();
  }
}
