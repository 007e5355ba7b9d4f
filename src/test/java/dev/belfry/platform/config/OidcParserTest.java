package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.config.OidcConfig.ClaimRole;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OidcParserTest {
  private static final String ACCOUNT = "0c1f2a90-7b4e-4d53-8e0a-93d5b8f1c247";
  private static final Map<String, String> LEAST =
      Map.of(
          "BELFRY_PUBLIC_URL", "https://belfry.example.org",
          "BELFRY_OIDC_ISSUER", "https://sso.example.org/realms/staff/",
          "BELFRY_OIDC_CLIENT_ID", "belfry");

  private static OidcConfig oidc(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(LEAST);
    environment.putAll(more);
    return Objects.requireNonNull(ConfigLoader.load(environment, Path.of("target")).oidc());
  }

  @Test
  void thereIsNoProviderByDefault() {
    assertThat(ConfigLoader.load(Map.of(), Path.of("target")).oidc()).isNull();
  }

  @Test
  void aClientNeedsNoSecret() {
    assertThat(oidc(Map.of()))
        .isEqualTo(
            new OidcConfig(
                URI.create("https://sso.example.org/realms/staff"),
                "belfry",
                null,
                "SSO",
                List.of("openid", "email", "profile"),
                null,
                List.of()));
  }

  @Test
  void readsRolesAndShowsNoSecret() {
    OidcConfig read =
        oidc(
            Map.of(
                "BELFRY_OIDC_CLIENT_SECRET", "not-to-be-shown",
                "BELFRY_OIDC_ROLES_CLAIM", "realm_access.roles",
                "BELFRY_OIDC_ROLES", "/belfry=x=admin@" + ACCOUNT + ", sre=viewer@" + ACCOUNT));
    assertThat(read.roles())
        .containsExactly(
            new ClaimRole("/belfry=x", "admin", UUID.fromString(ACCOUNT)),
            new ClaimRole("sre", "viewer", UUID.fromString(ACCOUNT)));
    assertThat(read.toString()).doesNotContain("not-to-be-shown");
  }

  @Test
  void aProviderOnThisMachineNeedsNoTls() {
    assertThat(oidc(Map.of("BELFRY_OIDC_ISSUER", "http://localhost:8080/realms/a")).issuer())
        .hasToString("http://localhost:8080/realms/a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          BELFRY_OIDC_ISSUER        | http://sso.example.org | must begin with https://
          BELFRY_OIDC_ISSUER        | sso.example.org        | must be an address
          BELFRY_OIDC_CLIENT_ID     | two words              | visible ASCII
          BELFRY_OIDC_CLIENT_ID     | ' '                    | needs BELFRY_OIDC_CLIENT_ID
          BELFRY_PUBLIC_URL         | ' '                    | needs BELFRY_PUBLIC_URL
          BELFRY_OIDC_CLIENT_SECRET | not to be shown        | visible ASCII
          BELFRY_OIDC_SCOPES        | email,profile          | openid among them
          BELFRY_OIDC_ROLES_CLAIM   | groups                 | must both be set
          BELFRY_OIDC_ROLES         | sre=admin              | value=role@account
          BELFRY_OIDC_ROLES         | sre=boss@0c1f2a90-7b4e-4d53-8e0a-93d5b8f1c247 | value=role
          """)
  void saysWhatIsWrong(String variable, String value, String problem) {
    assertThatThrownBy(() -> oidc(Map.of(variable, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(problem)
        .hasMessageNotContainingAny("not to be shown");
  }

  @Test
  void nothingIsConfiguredWithoutAProvider() {
    assertThatThrownBy(
            () ->
                ConfigLoader.load(
                    Map.of("BELFRY_OIDC_CLIENT_SECRET", "not-to-be-shown"), Path.of("target")))
        .hasMessageContaining("BELFRY_OIDC_ISSUER, which must be set too")
        .hasMessageNotContainingAny("not-to-be-shown");
  }
}
