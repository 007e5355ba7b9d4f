package dev.belfry.alerting.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden files are written anew with {@code -Dgolden=write}; the same writes the pages to
 * {@code target/emails}, to be looked at in a browser.
 */
class EmailContentTest {
  private static final Path GOLDEN = Path.of("src/test/resources/emails");
  private static final boolean WRITE = "write".equals(System.getProperty("golden"));

  static Stream<Map.Entry<String, EmailContent>> emails() {
    return SampleEmails.all().entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("emails")
  void readsInATextClientAsTheGoldenFileShows(Map.Entry<String, EmailContent> named)
      throws IOException {
    EmailContent email = named.getValue();
    String text = "Subject: " + email.subject() + "\n\n" + TextRenderer.of(email);
    Path file = GOLDEN.resolve(named.getKey().toLowerCase(Locale.ROOT) + ".txt");
    if (WRITE) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, text);
      Path pages = Files.createDirectories(Path.of("target/emails"));
      Files.writeString(pages.resolve(named.getKey() + ".html"), HtmlRenderer.of(email));
    }

    assertThat(text).isEqualTo(Files.readString(file));
    assertThat(email.subject()).doesNotContainPattern("\\p{Cntrl}");
    assertThat(TextRenderer.of(email).lines())
        .allSatisfy(
            line -> assertThat(line.length() <= 76 || line.strip().startsWith("http")).isTrue());
  }

  @ParameterizedTest
  @MethodSource("emails")
  void showsTheSameOnAPageThatLoadsNothing(Map.Entry<String, EmailContent> named) {
    EmailContent email = named.getValue();

    String page = HtmlRenderer.of(email);

    assertThat(page).doesNotContain("<img", "<link", "<script", "url(", " src=\"", "@import");
    assertThat(page).contains("@media (prefers-color-scheme: dark)").doesNotContain("@@");
    assertThat(page.length()).isLessThan(20_000);
    email.facts().forEach(fact -> assertThat(page).contains(">" + fact.label() + "<"));
  }

  @Test
  void escapesWhateverPeopleTyped() {
    EmailContent email = SampleEmails.named("HOSTILE");

    String page = HtmlRenderer.of(email);

    assertThat(page)
        .doesNotContain("<script", "<img", "<b>", "onclick=\"", "href=\"javascript")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;img src=x onerror=alert(1)&gt;")
        .contains("Übergröße", "日本語");
    assertThat(email.actions()).isEmpty();
  }

  @Test
  void keepsTheLinesThatSomebodyWroteAndNothingOfTheirMarkup() {
    EmailContent email = SampleEmails.named("UPDATE");

    assertThat(HtmlRenderer.of(email))
        .contains("capacity.\n\nNothing", "&lt;b&gt;please", "&amp; wait.");
    assertThat(TextRenderer.of(email)).contains("capacity.\n\nNothing", "<b>please");
  }

  @ParameterizedTest
  @CsvSource({
    "-1, Certificate has expired: X, expired 1 day ago",
    "0, Certificate expires today: X, expires today",
    "1, Certificate expires in 1 day: X, expires in 1 day",
    "30, Certificate expires in 30 days: X, expires in 30 days"
  })
  void saysWhenACertificateExpires(int days, String subject, String lead) {
    String context = "{\"CHECK_NAME\": \"X\", \"SSL_DAYS_REMAINING\": " + days + "}";

    EmailContent email =
        AlertEmails.of(SampleEmails.model(AlertType.ALERT_SSL, 0, context), "a@b.c", null);

    assertThat(email.subject()).isEqualTo(subject);
    assertThat(email.heading().lead()).contains(lead);
  }

  @Test
  void doesWithoutWhatIsNotKnown() {
    for (AlertType type : AlertType.values()) {
      EmailContent email = AlertEmails.of(SampleEmails.model(type, 0, "{}"), "a@b.c", null);

      assertThat(TextRenderer.of(email)).doesNotContain("null").contains("A monitor");
      assertThat(HtmlRenderer.of(email)).doesNotContain(">null<");
    }
  }

  @Test
  void linksOnlyToTheWeb() {
    String relative =
        "{\"RESULT_LINK\": \"/v1/check-results/1/2\", \"url\": \"ftp://example.com\"}";

    EmailContent email =
        AlertEmails.of(SampleEmails.model(AlertType.ALERT_FAILURE, 0, relative), "a@b.c", null);

    assertThat(email.actions()).isEmpty();
    assertThat(email.facts().get(0))
        .isEqualTo(new EmailContent.Fact("Address", "ftp://example.com"));
  }
}
