package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The link that a start prints for {@code BELFRY_ADMIN_EMAIL}. */
class FirstOwnerIT {
  private static final String EMAIL = "grace@example.org";
  private static final String LINKS = "SELECT count(*) FROM invitations";

  private static Optional<String> start(TestApp app, Map<String, String> environment) {
    return new FirstOwner(
            TestApp.config(app.database().address(), environment),
            app.database().address(),
            InstantSource.system())
        .prepare();
  }

  private static Optional<String> start(TestApp app) {
    return start(app, Map.of("BELFRY_ADMIN_EMAIL", EMAIL));
  }

  @Test
  void isPrintedOnceUntilThereIsAPerson() {
    try (TestApp app = TestApp.start(Map.of())) {
      assertThat(start(app, Map.of())).isEmpty();
      assertThat(app.database().count("SELECT count(*) FROM accounts")).isZero();
      List<Optional<String>> starts =
          Stream.generate(() -> CompletableFuture.supplyAsync(() -> start(app)))
              .limit(3)
              .toList()
              .stream()
              .map(CompletableFuture::join)
              .toList();
      assertThat(starts.stream().filter(Optional::isPresent)).hasSize(1);
      assertThat(app.database().count("SELECT count(*) FROM accounts WHERE name = 'Main'"))
          .isEqualTo(1);

      // One that has expired is replaced, and so is a wrong address.
      app.database().execute("UPDATE invitations SET expires_at = now()");
      assertThat(start(app)).isPresent();
      assertThat(app.database().count(LINKS)).isEqualTo(1);
      String lines = start(app, Map.of("BELFRY_ADMIN_EMAIL", "Ada@Example.org")).orElseThrow();
      String link = lines.substring(lines.indexOf('#') + 1).strip();
      String body =
          "{\"token\":\"%s\",\"name\":\"Ada\",\"password\":\"%s\"}"
              .formatted(link, People.PASSWORD);
      ApiReply begun = app.client().post("/console/invitations", body).hasStatus(204);
      ApiReply who =
          new People(app).signedIn(begun, "ada@example.org").client().get("/console/session");
      assertThat(who.at("/role").asText()).isEqualTo("OWNER");
      assertThat(who.at("/accounts/0/name").asText()).isEqualTo(FirstOwner.ACCOUNT);
      app.database().execute("UPDATE invitations SET expires_at = now()");
      assertThat(start(app)).isEmpty();
    }
  }
}
