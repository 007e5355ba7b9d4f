package dev.belfry.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belfry.alerting.push.Browser;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Role;
import dev.belfry.api.auth.Scope;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;

/**
 * An account with keys of every kind.
 *
 * @param marker a word that stands in the texts of this account and of no other
 * @param things what it has
 */
record FuzzAccount(
    String name, UUID id, String marker, Map<FuzzKey, String> keys, OwnedThings things) {

  private static final int MORE_SESSIONS = 6;
  private static final int MORE_DEVICES = 8;

  static FuzzAccount create(TestApp app, String name) {
    TestApp.Tenant tenant = app.newTenant();
    Map<FuzzKey, String> keys = new EnumMap<>(FuzzKey.class);
    keys.put(FuzzKey.WRITE, tenant.key());
    keys.put(FuzzKey.READ, tenant.readKey());
    People people = new People(app);
    SignedIn person = people.join(tenant, Role.VIEWER);
    keys.put(FuzzKey.PERSON, person.token());
    keys.put(FuzzKey.OWNER, people.join(tenant, Role.OWNER).token());
    int middle = tenant.key().lastIndexOf('.') + 10;
    char other = tenant.key().charAt(middle) == 'A' ? 'B' : 'A';
    keys.put(
        FuzzKey.TAMPERED,
        tenant.key().substring(0, middle) + other + tenant.key().substring(middle + 1));
    String[] parts = tenant.key().split("\\.", -1);
    String none =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("{\"alg\":\"none\",\"typ\":\"JWT\"}".getBytes(UTF_8));
    keys.put(FuzzKey.UNSIGNED, none + "." + parts[1] + ".");
    keys.put(FuzzKey.NOT_A_KEY, "not-a-key");
    try (Connection connection = app.database().jdbc()) {
      Instant past = Instant.now().minusSeconds(3_600);
      keys.put(
          FuzzKey.EXPIRED,
          app.key(
              connection,
              new Caller(UUID.randomUUID(), tenant.account(), Scope.WRITE, 1_000_000, past)));
      UUID revoked = UUID.randomUUID();
      keys.put(
          FuzzKey.REVOKED,
          app.key(connection, new Caller(revoked, tenant.account(), Scope.WRITE, 1_000_000, null)));
      app.as(tenant).delete("/v1/api-keys/" + revoked).hasStatus(204);
    } catch (SQLException e) {
      throw new AssertionError("the keys cannot be made", e);
    }
    OwnedThings things = new OwnedThings();
    things.keep(OwnedKind.ACCOUNT, tenant.account().toString());
    things.keep(OwnedKind.RUNTIME, "2026.04");
    for (int i = 0; i < MORE_SESSIONS; i++) {
      things.add(OwnedKind.PERSON_SESSION, people.again(person).session());
    }
    for (int i = 0; i < MORE_DEVICES; i++) {
      String endpoint = "https://push.example.net/" + name + i;
      things.add(OwnedKind.DEVICE, Browser.at(endpoint).register(person));
    }
    things.tell(ValueHints.MEMBER, person.id());
    things.tell("acceptInvitation", people.link(tenant, Role.VIEWER, people.email()));
    things.tell("previewInvitation", people.link(tenant, Role.VIEWER, people.email()));
    return new FuzzAccount(name, tenant.account(), "Mark" + name + "0x7", keys, things);
  }
}
