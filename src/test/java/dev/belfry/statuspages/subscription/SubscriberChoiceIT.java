package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.mail.smtp.SmtpSink;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A subscriber's choice from the request or form that makes it to the mail that follows it. */
@SuppressWarnings("NullAway") // JUnit sets what is static before it makes an instance.
class SubscriberChoiceIT {
  private static final Pattern LINK = Pattern.compile("Change or unsubscribe:\\s+(\\S+)");
  private static SmtpSink sink;
  private static TestApp app;

  private final Tenant acme = app.newTenant();
  private final ApiClient owner = app.as(acme);
  private final ApiClient reader =
      app.client().with("Content-Type", "application/x-www-form-urlencoded");
  private final String web = service("Web shop");
  private final String mail = service("Mail & post");
  private final String url = "page-" + UUID.randomUUID();
  private final String page =
      owner
          .post(PageFixture.PAGES, PageFixture.body(url, PageFixture.card("Shop", web, mail)))
          .hasStatus(201)
          .id();
  private final String subscriptions = PageFixture.subscriptions(page);

  @BeforeAll
  static void start() throws IOException {
    sink = SmtpSink.plain(0);
    app =
        TestApp.start(
            Map.of("BELFRY_SMTP_URL", "smtp://127.0.0.1:" + sink.port() + "?starttls=never"));
  }

  @AfterAll
  static void stop() throws IOException {
    app.close();
    sink.close();
  }

  private String service(String name) {
    return owner
        .post(PageFixture.PAGES + "/services", "{\"name\":\"" + name + "\"}")
        .hasStatus(201)
        .id();
  }

  private ApiReply subscribe(String address, String choice) {
    return owner.post(
        subscriptions,
        "{\"type\":\"EMAIL\",\"config\":\"%s\",\"autoVerify\":true%s}".formatted(address, choice));
  }

  private static String services(String... ids) {
    return ",\"services\":[{\"id\":\"" + String.join("\"},{\"id\":\"", ids) + "\"}]";
  }

  private void incident(String name, String... ids) {
    owner
        .post(
            PageFixture.PAGES + "/incidents",
            """
            {"name":"%s","severity":"MAJOR","incidentUpdates":[
              {"description":"Looking","notifySubscribers":true}]%s}"""
                .formatted(name, services(ids)))
        .hasStatus(201);
  }

  /** Waits for the mail to an address whose text has a part. */
  private static String mail(String address, String part) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < deadline) {
      for (String raw : sink.messages) {
        String read = read(raw);
        if (read.contains("To: " + address) && read.contains(part)) {
          return read;
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    throw new AssertionError("no mail to " + address + " with " + part);
  }

  /** Headers and text of a mail, each in one line. */
  private static String read(String raw) {
    try {
      MimeMessage mail =
          new MimeMessage(
              Session.getInstance(new Properties()),
              new ByteArrayInputStream(raw.getBytes(StandardCharsets.ISO_8859_1)));
      String text = ((Multipart) mail.getContent()).getBodyPart(0).getContent().toString();
      String headers = String.join("\n", Collections.list(mail.getAllHeaderLines()));
      return headers.replaceAll("\r?\n\\s+", " ") + "\n" + text.replaceAll("\\s+", " ");
    } catch (MessagingException | IOException e) {
      throw new AssertionError(raw, e);
    }
  }

  private static String link(String mail) {
    Matcher link = LINK.matcher(mail);
    assertThat(link.find()).isTrue();
    return URI.create(link.group(1)).getRawPath();
  }

  private ApiReply form(String path, String form) {
    return reader.send("POST", path, form.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theOwnerSeesChoicesAndServicesOfThePageAreChosenAlone() {
    ApiReply made =
        subscribe(
                "a@example.org",
                services(mail, web)
                    + ",\"frequency\":\"WEEKLY\",\"digestHour\":7,\"timezone\":\"Europe/Berlin\"")
            .hasStatus(201)
            .matchesContract("createSubscription");
    assertThat(made.at("/services").findValuesAsText("id")).containsExactly(mail, web);
    assertThat(made.at("/frequency").asText()).isEqualTo("WEEKLY");
    assertThat(made.at("/digestHour").asInt()).isEqualTo(7);
    assertThat(made.at("/timezone").asText()).isEqualTo("Europe/Berlin");
    subscribe("b@example.org", "").hasStatus(201);
    ApiReply all = owner.get(subscriptions).hasStatus(200).matchesContract("listSubscriptions");
    assertThat(all.json().get(0)).isEqualTo(made.json());
    assertThat(all.at("/1/services").isNull()).isTrue();
    assertThat(all.at("/1/timezone").isNull()).isTrue();

    String elsewhere = service("Elsewhere");
    subscribe("c@example.org", services(web, elsewhere)).isInvalid("/services/1/id");
    subscribe("c@example.org", services(PageFixture.UNKNOWN)).isInvalid("/services/0/id");
    subscribe("c@example.org", services(web, web)).isInvalid("/services/1/id");
    subscribe("c@example.org", ",\"services\":[]").isInvalid("/services");
    subscribe("c@example.org", ",\"timezone\":\"Mars/Base\"").isInvalid("/timezone");
    subscribe("c@example.org", ",\"digestHour\":24,\"frequency\":\"HOURLY\"")
        .isInvalid("/digestHour", "/frequency");
    owner
        .post(
            subscriptions,
            "{\"type\":\"WEBHOOK\",\"config\":\"https://h.invalid/\",\"frequency\":\"DAILY\"}")
        .isInvalid("/frequency");
    assertThat(owner.get(subscriptions).json()).hasSize(2);

    owner.delete(PageFixture.PAGES + "/services/" + mail).hasStatus(204);
    assertThat(owner.get(subscriptions).at("/0/services").findValuesAsText("id"))
        .containsExactly(web);
    owner.delete(PageFixture.PAGES + "/services/" + web).hasStatus(204);
    assertThat(owner.get(subscriptions).at("/0/services").toString()).isEqualTo("[]");
  }

  @Test
  void theFormsChangeTheChoice() {
    form("/status/" + url + "/subscribe", "type=EMAIL&address=r%40example.org&services=" + web)
        .hasStatus(200)
        .matchesContract("subscribeToStatusPage");
    assertThat(owner.get(subscriptions).at("/0/services").findValuesAsText("id"))
        .containsExactly(web);
    app.database().execute("UPDATE status_page_subscriptions SET status = 'VERIFIED'");
    incident("Shop gone", web);
    String path = link(mail("r@example.org", "Shop gone"));
    String shown = app.client().get(path).hasStatus(200).text();
    assertThat(shown)
        .contains("r@example.org", "Mail &amp; post", "value=\"" + web + "\" checked")
        .doesNotContain("value=\"" + mail + "\" checked");

    String settings = path.replace("/unsubscribe", "/settings");
    form(
            settings,
            "services=" + mail + "&services=" + web + "&frequency=DAILY&digestHour=6&timezone=utc")
        .hasStatus(200)
        .matchesContract("changeSubscriptionSettings");
    ApiReply changed = owner.get(subscriptions);
    assertThat(changed.at("/0/services").findValuesAsText("id")).containsExactly(mail, web);
    assertThat(changed.at("/0/frequency").asText()).isEqualTo("DAILY");
    assertThat(changed.at("/0/timezone").asText()).isEqualTo("UTC");
    assertThat(owner.get("/v1/audit-log?limit=1").at("/entries/0/changes").toString())
        .contains("/services", "/frequency");

    assertThat(form(settings, "timezone=Mars&frequency=DAILY").hasStatus(400).text())
        .contains("no such time zone");
    form(settings, "frequency=HOURLY").hasStatus(400).matchesContract("changeSubscriptionSettings");
    form(settings, "digestHour=24").hasStatus(400);
    form(settings, "services=x").hasStatus(400);
    form(settings, "services=" + PageFixture.UNKNOWN).hasStatus(400);
    assertThat(owner.get(subscriptions).json()).isEqualTo(changed.json());

    form(settings, "frequency=").hasStatus(200);
    assertThat(owner.get(subscriptions).at("/0/services").isNull()).isTrue();
    assertThat(owner.get(subscriptions).at("/0/frequency").asText()).isEqualTo("IMMEDIATE");
  }

  @Test
  void aLinkSaysNothingOfOthersAndAFormNothingOfWhoIsThere() {
    String id = subscribe("x@example.org", services(web)).hasStatus(201).id();
    LinkFixture links = new LinkFixture(app);
    String settings = links.unsubscribe(id).replace("/unsubscribe", "/settings");
    form(settings.replaceAll("[^/]+/settings", "nonsense/settings"), "").hasStatus(404);
    form(links.confirm(id).replace("/confirm", "/settings"), "").hasStatus(404);
    String subscribe = "/status/" + url + "/subscribe";
    String form = "type=EMAIL&address=%s%%40example.org&services=" + mail;
    String known = form(subscribe, form.formatted("x")).hasStatus(200).text();
    String unknown = form(subscribe, form.formatted("y")).hasStatus(200).text();
    assertThat(known.replace("x@", "y@")).isEqualTo(unknown);
    assertThat(owner.get(subscriptions).at("/0/services").findValuesAsText("id"))
        .as("a stranger changes nobody's choice")
        .containsExactly(web);

    assertThat(form(subscribe, form.formatted("z") + "&timezone=Mars").hasStatus(400).text())
        .contains("no such time zone");
    assertThat(
            form(subscribe, "type=EMAIL&address=z%40e.org&services=" + PageFixture.UNKNOWN)
                .hasStatus(400)
                .text())
        .contains("no longer shows a service");
    form(subscribe, "type=WEBHOOK&address=https%3A%2F%2Fh.invalid&frequency=DAILY").hasStatus(400);
    form(subscribe, "type=EMAIL&address=z%40e.org&services=%3Cscript%3E").hasStatus(400);
    form(subscribe, "type=EMAIL&address=z%40e.org" + ("&services=" + web).repeat(101))
        .hasStatus(400);
    assertThat(owner.get(subscriptions).json()).hasSize(2);

    app.client().send("POST", links.unsubscribe(id), null).hasStatus(200);
    assertThat(form(settings, "").hasStatus(200).text()).contains("You are unsubscribed");
  }

  @Test
  void aDigestTellsOfTheChosenInOneMail() {
    String digest = ",\"frequency\":\"DAILY\",\"digestHour\":6,\"timezone\":\"Europe/Berlin\"";
    String id = subscribe("d@example.org", digest + services(web)).hasStatus(201).id();
    incident("Shop gone", web);
    incident("Shop slow", mail, web);
    incident("Post lost", mail);
    app.database().execute("UPDATE update_audiences SET announced_ms = announced_ms - 60000");
    app.database()
        .execute(
            "UPDATE status_page_subscriptions SET digest_due_ms = 1, verified_ms = 0,"
                + " digest_told_ms = 0 WHERE id = '"
                + id
                + "'");
    String mail = mail("d@example.org", "Daily digest");
    assertThat(mail)
        .contains(
            "Subject: Acme: daily digest, 2 incidents",
            "Shop gone (Web shop)",
            "Shop slow (Mail & post, Web shop)",
            "List-Unsubscribe: <",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            new LinkFixture(app).unsubscribe(id))
        .containsPattern("since 1 Jan 1970, 01:00 CET")
        .doesNotContain("Post lost");
    assertThat(
            app.database()
                .count("SELECT count(*) FROM deliveries WHERE subscription_id = '" + id + "'"))
        .as("nothing at once")
        .isOne();
  }
}
