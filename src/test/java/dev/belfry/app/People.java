package dev.belfry.app;

import dev.belfry.account.people.PersonRegistration;
import dev.belfry.api.auth.Role;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.db.Ids;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** Persons of a service under test. Each has a name and an address of its own. */
public final class People {
  /** The password of every person. */
  public static final String PASSWORD = "staple under a bridge";

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final Ids IDS = new Ids(InstantSource.system());
  private static final String SESSION = "/console/session";

  private final TestApp app;

  public People(TestApp app) {
    this.app = app;
  }

  /**
   * A person with a session.
   *
   * @param session id
   * @param token of the session
   * @param client sends it as the console does
   */
  public record SignedIn(String id, String email, String session, String token, ApiClient client) {}

  /** An address that no other person has. */
  public String email() {
    return "person%d.%d@example.org".formatted(app.port(), COUNT.incrementAndGet());
  }

  /** A new member of an account, signed in. */
  public SignedIn join(Tenant tenant, Role role) {
    return join(tenant, role, email());
  }

  /** A new person, or another account of one. */
  public SignedIn join(Tenant tenant, Role role, String email) {
    String body =
        "{\"token\":\"%s\",\"name\":\"Grace\",\"password\":\"%s\"}"
            .formatted(link(tenant, role, email), PASSWORD);
    return signedIn(app.client().post("/console/invitations", body).hasStatus(204), email);
  }

  /** The fragment of the link that the command prints. */
  public String link(Tenant tenant, Role role, String email) {
    return fragment(registration -> registration.invite(tenant.account(), email, role, now()));
  }

  /** The fragment of the link for a new password. */
  public String passwordLink(String email) {
    return fragment(registration -> registration.newPassword(email, now()));
  }

  /** Forgets by what a provider knows a person, as the command does. */
  public void forgetIdentity(String email) {
    fragment(
        registration -> {
          registration.forgetIdentity(email);
          return "";
        });
  }

  private static Instant now() {
    return Instant.now();
  }

  @FunctionalInterface
  private interface Linking {
    String path(PersonRegistration registration) throws SQLException;
  }

  private String fragment(Linking linking) {
    try (Connection connection = app.database().jdbc()) {
      String path = linking.path(new PersonRegistration(connection, IDS, new SecureRandom()));
      return path.substring(path.indexOf('#') + 1);
    } catch (SQLException e) {
      throw new AssertionError("the link cannot be made", e);
    }
  }

  /** Signs in with a password. */
  public ApiReply signIn(String email, String password) {
    return app.client()
        .post(SESSION, "{\"email\":\"%s\",\"password\":\"%s\"}".formatted(email, password));
  }

  /** Signs in with a password and a code of the second factor. */
  public ApiReply signIn(String email, String password, String code) {
    return app.client()
        .post(
            SESSION,
            "{\"email\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}"
                .formatted(email, password, code));
  }

  /** Turns the second factor off, as the command does. */
  public void resetSecondFactor(String email) {
    try (Connection connection = app.database().jdbc()) {
      new PersonRegistration(connection, IDS, new SecureRandom()).resetSecondFactor(email);
    } catch (SQLException e) {
      throw new AssertionError("the factor cannot be reset", e);
    }
  }

  /** So many sessions of a person that have ended today. */
  public void endSessions(SignedIn person, int count) {
    try (Connection connection = app.database().jdbc();
        Statement end = connection.createStatement()) {
      end.execute(
          """
          INSERT INTO console_sessions (id, user_id, account_id, user_agent, network, created_at,
            seen_at, expires_at, ended_at)
          SELECT gen_random_uuid(), s.user_id, s.account_id, '', '', s.created_at, s.seen_at,
            s.expires_at, now()
          FROM console_sessions s, generate_series(1, %d) WHERE s.id = '%s'"""
              .formatted(count, person.session()));
    } catch (SQLException e) {
      throw new AssertionError("the sessions cannot be made", e);
    }
  }

  /** One more session of a person. */
  public SignedIn again(SignedIn person) {
    return signedIn(signIn(person.email(), PASSWORD).hasStatus(204), person.email());
  }

  /** The session that an answer began. */
  public SignedIn signedIn(ApiReply begun, String email) {
    String cookie = begun.header("set-cookie");
    String token = cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    ApiClient client =
        app.client()
            .with("Cookie", cookie.substring(0, cookie.indexOf(';')))
            .with("X-Belfry-Console", "1");
    ApiReply who = client.get(SESSION).hasStatus(200).matchesContract("readSession");
    return new SignedIn(
        who.at("/user/id").asText(), email, who.at("/keyId").asText(), token, client);
  }
}
