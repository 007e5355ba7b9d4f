package dev.belfry.monitoring.variable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.ApiClient;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What templates of a check see. */
class CheckVariablesIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private CheckVariables.Known of(@Nullable UUID check) {
    Vertx vertx = Vertx.vertx();
    try {
      Database database =
          new Database(
              vertx,
              app.database().address(),
              TestApp.config(app.database().address(), Map.of()).database(),
              1);
      return new CheckVariables(database, app.sealer())
          .of(acme.account(), check, Set.of("PLAIN", "TOKEN", "ONLY"))
          .eventually(database::close)
          .await();
    } finally {
      vertx.close().await();
    }
  }

  private void variable(String key, String value, boolean secret) {
    client
        .post(
            "/v1/variables",
            "{\"key\":\"%s\",\"value\":\"%s\",\"secret\":%b}".formatted(key, value, secret))
        .hasStatus(201);
  }

  private UUID check(String members) {
    return UUID.fromString(
        client
            .post(
                "/v1/checks/url",
                "{\"name\":\"Home\",\"request\":{\"url\":\"https://e.org\"}" + members + "}")
            .hasStatus(201)
            .id());
  }

  @Test
  void thoseOfTheGroupGoOverThoseOfTheAccountAndAllAreInTheClear() {
    variable("PLAIN", "account", false);
    variable("TOKEN", "account secret", true);
    variable("ONLY", "here", true);
    variable("UNNAMED", "unread", false);
    String group =
        client
            .post(
                "/v2/check-groups",
                """
                {"name":"G","environmentVariables":[{"key":"PLAIN","value":"group"},
                 {"key":"TOKEN","value":"group secret","secret":true},
                 {"key":"UNNAMED","value":"unread"}]}""")
            .hasStatus(201)
            .id();
    Map<String, String> accounts =
        Map.of("PLAIN", "account", "TOKEN", "account secret", "ONLY", "here");
    CheckVariables.Known member = of(check(",\"groupId\":" + group));
    assertThat(member.values())
        .isEqualTo(Map.of("PLAIN", "group", "TOKEN", "group secret", "ONLY", "here"));
    assertThat(member.secrets()).contains("group secret", "here").doesNotContain("group");
    assertThat(member.toString()).contains("TOKEN").doesNotContain("secret", "here");
    assertThat(of(check("")).values()).isEqualTo(accounts);
    assertThat(of(null).values()).isEqualTo(accounts);
  }
}
