package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.belfry.alerting.mail.smtp.ReadMail;
import dev.belfry.alerting.mail.smtp.SmtpSink;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.fleet.InstanceProcess;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.DatabasePath;
import dev.belfry.testing.FreePort;
import dev.belfry.testing.LogCapture;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** The e-mails of {@code POST /v1/accounts/me/members}. */
@SuppressWarnings("NullAway") // JUnit sets what is static before it makes an instance.
class InviteMemberIT {
  private static final String PATH = "/v1/accounts/me/members";
  private static final String PREVIEW = "/console/invitations/preview";
  private static SmtpSink sink;
  private static TestApp app;

  private final People people = new People(app);
  private final Tenant acme = app.newTenant();

  @BeforeAll
  static void start() throws IOException {
    sink = SmtpSink.plain(0);
    app = TestApp.start(environment(sink.port()));
  }

  @AfterAll
  static void stop() throws IOException {
    app.close();
    sink.close();
  }

  private static Map<String, String> environment(int port) {
    return Map.of(
        "BELFRY_SMTP_URL",
        "smtp://127.0.0.1:" + port + "?starttls=never",
        "BELFRY_PUBLIC_URL",
        "https://belfry.example.org");
  }

  private static ApiReply invite(ApiClient client, String email) {
    return client.post(PATH, "{\"email\":\"%s\",\"role\":\"READ_WRITE\"}".formatted(email));
  }

  private static String token(String link) {
    return "{\"token\":\"%s\"}".formatted(link.substring(link.indexOf('#') + 1));
  }

  private static long sealed(TestDatabase database, String email) {
    return database.count(
        "SELECT count(sealed_link) FROM invitation_mails WHERE email = '%s'".formatted(email));
  }

  private long deliveries(String state) {
    return app.database()
        .count(
            "SELECT count(*) FROM deliveries WHERE account_id = '%s' AND state = '%s'"
                .formatted(acme.account(), state));
  }

  @Test
  void aMailTakesTheLinkToTheAddress() {
    SignedIn owner = people.join(acme, Role.OWNER);
    String name = "Eve <b>\\r\\nBcc: all@example.org\\r\\n\\u202e" + "x".repeat(60);
    app.database()
        .execute("UPDATE users SET name = E'%s' WHERE id = '%s'".formatted(name, owner.id()));
    String email = people.email();
    Logger belfry = (Logger) LoggerFactory.getLogger("dev.belfry");
    Level before = belfry.getLevel();
    try (LogCapture log = new LogCapture("ROOT")) {
      belfry.setLevel(Level.TRACE);
      ApiReply made = invite(owner.client(), email).hasStatus(201);
      made.matchesContract("inviteMember");
      assertThat(made.at("/mail").asText()).isEqualTo("QUEUED");
      ReadMail mail = ReadMail.to(sink, email).get(0);

      assertThat(mail.headers()).doesNotContain("\nBcc:").doesNotContain("202e");
      assertThat(mail.subject())
          .startsWith("Eve <b> Bcc: all@example.org xxx")
          .endsWith("… invites you to Acme in Belfry");
      assertThat(mail.text())
          .contains("[Invitation] Acme", "(" + owner.email() + ")", "Role: Editor")
          .contains("https://belfry.example.org/console/join#inv_", " UTC");
      assertThat(mail.html()).contains("Eve &lt;b&gt; Bcc").contains("Accept the invitation");
      String link = made.at("/link").asText();
      assertThat(mail.text()).contains(link);
      app.client().post(PREVIEW, token(link)).hasStatus(200);
      Polling.until("the sealed link is deleted", () -> sealed(app.database(), email) == 0);
      assertThat(log.messages()).noneMatch(line -> line.contains(link.substring(40)));
    } finally {
      belfry.setLevel(before);
    }
  }

  @Test
  void aKeyInvitesWithoutAName() {
    String email = people.email();
    invite(app.as(acme), email).hasStatus(201);
    ReadMail mail = ReadMail.to(sink, email).get(0);
    assertThat(mail.subject()).isEqualTo("You are invited to Acme in Belfry");
    assertThat(mail.text()).doesNotContain("Invited by").contains("A program of the account");
  }

  @Test
  void aPersonWhoIsKnownReadsTimesAsTheProfileSays() {
    SignedIn grace = people.join(app.newTenant(), Role.VIEWER);
    grace
        .client()
        .patch("/console/person", "{\"timeZone\":\"Asia/Tokyo\",\"language\":\"en-US\"}")
        .hasStatus(200);
    invite(app.as(acme), grace.email()).hasStatus(201);
    assertThat(ReadMail.to(sink, grace.email()).get(0).text())
        .containsPattern("Works until: [A-Z][a-z]+ \\d+, \\d{4}.* [AP]M \\(Asia/Tokyo\\)");
  }

  @Test
  void theDatabaseHasTheLinkOnlySealedAndOnlyUntilItIsSent() {
    String email = "later" + people.email();
    ApiReply made = invite(app.as(acme), email).hasStatus(201);
    String token = made.at("/link").asText().split("#", -1)[1];
    assertThat(sealed(app.database(), email)).isEqualTo(1);
    assertThat(
            app.database()
                .count(
                    """
                    SELECT count(*) FROM invitation_mails m
                    WHERE email = '%s' AND sealed_link LIKE 'sealed:v1:%%'
                      AND m::text NOT LIKE '%%%s%%'"""
                        .formatted(email, token)))
        .isEqualTo(1);
    app.as(acme).delete(PATH + "/" + made.id()).hasStatus(204);
    assertThat(sealed(app.database(), email)).as("withdrawn").isZero();
    Polling.until("the delivery is given up", () -> deliveries("DEAD") == 1);
    assertThat(sink.recipients).doesNotContain(email);
  }

  @Test
  void anAddressThatIsRefusedIsGivenUp() {
    String email = "refused" + people.email();
    invite(app.as(acme), email).hasStatus(201);
    Polling.until("the delivery is given up", () -> deliveries("DEAD") == 1);
    assertThat(sealed(app.database(), email)).isZero();
    SignedIn viewer = people.join(acme, Role.VIEWER);
    ApiReply failed = listed(app.as(acme), email);
    assertThat(failed.at("/members/0/mailState").asText()).isEqualTo("FAILED");
    assertThat(failed.at("/members/0/mailProblem").asText()).startsWith("The mail server replied:");
    assertThat(failed.at("/members/0/mailRemedy").asText()).startsWith("Invite the person again");
    ApiReply seen = listed(viewer.client(), email);
    assertThat(seen.at("/members/0/mailState").asText()).isEqualTo("FAILED");
    assertThat(seen.text()).doesNotContain("mailProblem");
  }

  /** An administrator's key reads the list with what the mail server said. */
  private static ApiReply listed(ApiClient client, String email) {
    return client
        .get(PATH + "?type=invite&search=" + email)
        .hasStatus(200)
        .matchesContract("listOwnMembers");
  }

  @Test
  void theListSaysWhatBecameOfAMail() {
    String email = people.email();
    invite(app.as(acme), email).hasStatus(201);
    Polling.until(
        "the mail is sent",
        () -> listed(app.as(acme), email).at("/members/0/mailState").asText().equals("SENT"));
    app.database().execute("UPDATE invitation_mails SET queued_at = queued_at - interval '2 days'");
    String role = "{\"role\":\"READ_ONLY\"}";
    String id = listed(app.as(acme), email).at("/members/0/id").asText();
    assertThat(
            app.as(acme)
                .patch(PATH + "/" + id, role)
                .hasStatus(200)
                .matchesContract("updateOwnMember")
                .at("/mailState")
                .asText())
        .isEqualTo("SENT");
  }

  @ParameterizedTest
  @CsvSource({"99, 0, QUEUED", "100, 0, LIMITED", "0, 2, QUEUED", "0, 3, LIMITED"})
  void mailsAreBounded(int ofAccount, int ofAddress, MailState expected) {
    String email = people.email();
    app.database()
        .execute(
            """
            INSERT INTO invitation_mails (delivery_id, account_id, invitation_id, email, queued_at)
            SELECT gen_random_uuid(), '%1$s'::uuid, gen_random_uuid(), n || 'x@example.org',
                now() - interval '23 hours'
              FROM generate_series(1, %2$d) n
            UNION ALL SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '%3$s',
                now() - interval '23 hours'
              FROM generate_series(1, %4$d)
            UNION ALL SELECT gen_random_uuid(), '%1$s', gen_random_uuid(), '%3$s',
                now() - interval '25 hours'
              FROM generate_series(1, 200)"""
                .formatted(acme.account(), ofAccount, email, ofAddress));
    ApiReply made = invite(app.as(acme), email).hasStatus(201).matchesContract("inviteMember");
    assertThat(made.at("/mail").asText()).isEqualTo(expected.name());
    app.client().post(PREVIEW, token(made.at("/link").asText())).hasStatus(200);
  }

  @Test
  void invitingAgainReplacesTheLinkAndSendsAgain() {
    String email = people.email();
    List<ApiReply> made =
        IntStream.range(0, 4).mapToObj(i -> invite(app.as(acme), email).hasStatus(201)).toList();
    assertThat(made.stream().map(one -> one.at("/mail").asText()))
        .containsExactly("QUEUED", "QUEUED", "QUEUED", "LIMITED");
    app.client().post(PREVIEW, token(made.get(2).at("/link").asText())).isNotFound();
    app.client().post(PREVIEW, token(made.get(3).at("/link").asText())).hasStatus(200);
    Polling.until("no link is kept", () -> sealed(app.database(), email) == 0);
  }

  @Test
  void requestsAtOnceCountEachOther() {
    String email = people.email();
    List<String> states =
        IntStream.range(0, 12).mapToObj(i -> app.newTenant()).toList().parallelStream()
            .map(tenant -> invite(app.as(tenant), email).hasStatus(201).at("/mail").asText())
            .toList();
    assertThat(states).filteredOn("QUEUED"::equals).hasSize(InvitationMails.MOST_OF_ADDRESS);
  }

  @Test
  void withoutAMailServerTheLinkIsAllThereIs() {
    TestApp plain = TestApp.shared();
    ApiReply made = invite(plain.as(plain.newTenant()), new People(plain).email()).hasStatus(201);
    assertThat(made.at("/mail").asText()).isEqualTo("NOT_CONFIGURED");
    assertThat(made.text()).doesNotContain("mailState");
  }

  /** The mail server is away, the instance is killed after the answer, and both come back. */
  @Test
  void aKilledInstanceLosesNoMail(@TempDir Path logs) throws IOException {
    int port = FreePort.find();
    String email = people.email();
    try (TestDatabase database = TestDatabase.createMigrated()) {
      Map<String, String> environment = new HashMap<>(environment(port));
      environment.putAll(DatabasePath.to(database.address()));
      environment.put("BELFRY_LOCATIONS", "none");
      String key;
      try (TestApp first = TestApp.startOn(database.address(), environment(port))) {
        key = first.newTenant().key();
      }
      try (InstanceProcess instance = new InstanceProcess(1, "127.0.0.1", logs, environment)) {
        instance.start("");
        Polling.until("the instance is ready", instance::isReady);
        ApiClient client =
            new ApiClient("http://127.0.0.1:" + instance.address().api().port()).withKey(key);
        String link = invite(client, email).hasStatus(201).at("/link").asText();
        instance.kill();
        assertThat(sealed(database, email)).isEqualTo(1);
        try (SmtpSink late = SmtpSink.plain(port)) {
          instance.start("");
          assertThat(ReadMail.to(late, email).get(0).text()).contains(link);
          Polling.until("the sealed link is deleted", () -> sealed(database, email) == 0);
        }
      }
    }
  }
}
