package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmtpUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          smtps://mail.example.org                              | mail.example.org | 465  | TLS
          smtps://me:word@mail.example.org:8465/                | mail.example.org | 8465 | TLS
          smtp://mail.example.org                               | mail.example.org | 587  | STARTTLS_OPTIONAL
          smtp://me:word@mail.example.org                       | mail.example.org | 587  | STARTTLS_REQUIRED
          smtp://me:word@mail.example.org:25?starttls=optional  | mail.example.org | 25   | STARTTLS_OPTIONAL
          smtp://mail.example.org?starttls=required             | mail.example.org | 587  | STARTTLS_REQUIRED
          SMTP://127.0.0.1:2525?starttls=never                  | 127.0.0.1        | 2525 | PLAIN
          smtp://[::1]:2525/?starttls=never                     | ::1              | 2525 | PLAIN
          """)
  void saysWhereTheServerIsAndHowItIsReached(
      String url, String host, int port, SmtpSecurity security) {
    SmtpAddress address = SmtpUrl.parse(url);

    assertThat(address.host()).isEqualTo(host);
    assertThat(address.port()).isEqualTo(port);
    assertThat(address.security()).isEqualTo(security);
  }

  @Test
  void decodesUserAndPassword() {
    SmtpAddress address = SmtpUrl.parse("smtps://me%40example.org:p%2Fa%3As+s@mail.example.org");

    assertThat(address.user()).isEqualTo("me@example.org");
    assertThat(address.password().value()).isEqualTo("p/a:s+s");
    assertThat(address.toString()).doesNotContain("p/a");
  }

  @Test
  void neverQuotesThePassword() {
    assertThatThrownBy(() -> SmtpUrl.parse("smtp://me:canary%zz@mail.example.org:99999?x=y"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("percent-encode")
        .hasMessageContaining("port")
        .hasMessageContaining("starttls")
        .hasMessageNotContaining("canary");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          alerts@example.org                 | Belfry   | alerts@example.org
          Alerts <alerts@example.org>        | Alerts   | alerts@example.org
          "Alerts, Inc." <alerts@example.org>| Alerts, Inc. | alerts@example.org
          Glöckner <a.b+c@example.org>       | Glöckner | a.b+c@example.org
          """)
  void readsTheSender(String text, String name, String address) {
    assertThat(Mailbox.parse(text)).isEqualTo(new Mailbox(name, address));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          smtps://me%40example.org:x@mail.example.com | https://belfry.example.org | me@example.org
          smtps://me:x@mail.example.com               | https://belfry.example.org | belfry@belfry.example.org
          smtp://mail.example.com                     |                            | belfry@mail.example.com
          smtp://127.0.0.1                            | http://127.0.0.1:8080      | belfry@localhost
          """)
  void findsASenderWhenNobodyNamesOne(String url, @Nullable URI publicUrl, String address) {
    assertThat(Mailbox.automatic(SmtpUrl.parse(url), publicUrl).address()).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "smtp://me:p%0d%0ass@mail.example.org",
        "smtp://:secret@mail.example.org",
        "smtp://mail.example.org:0",
        "smtp://mail.example.org?starttls=perhaps",
        "smtps://mail.example.org?starttls=never"
      })
  void refuses(String url) {
    assertThatThrownBy(() -> SmtpUrl.parse(url))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("must ");
  }

  @Test
  void refusesASenderWithoutADomain() {
    assertThatThrownBy(() -> Mailbox.parse("Belfry <alerts@>"))
        .isInstanceOf(InvalidValueException.class);
  }
}
