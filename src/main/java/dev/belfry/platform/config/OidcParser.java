package dev.belfry.platform.config;

import static dev.belfry.platform.config.ConfigKey.*;

import dev.belfry.platform.config.OidcConfig.ClaimRole;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code oidc}. */
final class OidcParser {
  private static final Pattern ROLE =
      Pattern.compile(
          "(.{1,255})=(viewer|responder|editor|admin|owner)"
              + "@(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})");

  /** A scope token (RFC 6749, section 3.3). */
  private static final Pattern SCOPE = Pattern.compile("[!#-\\[\\]-~]{1,255}");

  private static final Pattern CLAIM = Pattern.compile("[!-~]{1,255}");
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  private OidcParser() {}

  /** The provider; null without one, and after a problem. */
  static @Nullable OidcConfig oidc(Settings settings, @Nullable URI publicUrl) {
    URI issuer = settings.optional(OIDC_ISSUER, OidcParser::issuer);
    String client = settings.optional(OIDC_CLIENT_ID, OidcParser::visible);
    Secret secret = settings.optional(OIDC_CLIENT_SECRET, ValueParser::secret);
    String claim = settings.optional(OIDC_ROLES_CLAIM, OidcParser::claim);
    List<ClaimRole> roles = settings.optional(OIDC_ROLES, OidcParser::roles);
    String name = settings.value(OIDC_NAME, OidcParser::name);
    List<String> scopes = settings.value(OIDC_SCOPES, OidcParser::scopes);
    if (settings.isSet(OIDC_ROLES) != settings.isSet(OIDC_ROLES_CLAIM)) {
      settings.problem(
          OIDC_ROLES_CLAIM.variable()
              + " and "
              + OIDC_ROLES.variable()
              + ": must both be set, or none of them");
    }
    if (!settings.isSet(OIDC_ISSUER)) {
      requireNone(settings);
      return null;
    }
    require(settings, settings.isSet(OIDC_CLIENT_ID), OIDC_CLIENT_ID);
    require(settings, settings.isSet(PUBLIC_URL), PUBLIC_URL);
    return issuer == null || client == null || publicUrl == null
        ? null
        : new OidcConfig(
            issuer, client, secret, name, scopes, claim, roles == null ? List.of() : roles);
  }

  private static void require(Settings settings, boolean there, ConfigKey needed) {
    if (!there) {
      settings.problem(
          OIDC_ISSUER.variable()
              + ": needs "
              + needed.variable()
              + (needed == PUBLIC_URL
                  ? ", the address to which the provider sends browsers back"
                  : ", by which the provider knows this installation"));
    }
  }

  private static void requireNone(Settings settings) {
    for (ConfigKey key :
        List.of(OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLES_CLAIM, OIDC_ROLES)) {
      if (settings.isSet(key)) {
        settings.problem(
            key.variable()
                + ": belongs to the provider at "
                + OIDC_ISSUER.variable()
                + ", which must be set too");
      }
    }
  }

  /** Who listens on the way to a provider could sign in as anybody. */
  static URI issuer(String text) {
    URI issuer = ValueParser.webAddress(text);
    if (!"https".equalsIgnoreCase(issuer.getScheme())
        && !THIS_MACHINE.contains(issuer.getHost().toLowerCase(Locale.ROOT))) {
      throw new InvalidValueException(
          "must begin with https:// unless the provider is on this machine");
    }
    return issuer;
  }

  static String visible(String text) {
    return ValueParser.secret(text).value();
  }

  static String name(String text) {
    if (text.length() > 60 || text.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidValueException("must be a name of at most 60 characters");
    }
    return text;
  }

  static List<String> scopes(String text) {
    List<String> scopes = ValueParser.parts(text);
    if (!scopes.contains("openid")
        || !scopes.stream().allMatch(scope -> SCOPE.matcher(scope).matches())) {
      throw new InvalidValueException(
          "must be scopes with openid among them, such as openid,email,profile");
    }
    return scopes;
  }

  static String claim(String text) {
    if (!CLAIM.matcher(text).matches()) {
      throw new InvalidValueException(
          "must be the name of a claim such as groups, or its path such as realm_access.roles");
    }
    return text;
  }

  static List<ClaimRole> roles(String text) {
    return ValueParser.parts(text).stream().map(OidcParser::role).toList();
  }

  private static ClaimRole role(String part) {
    Matcher matcher = ROLE.matcher(part);
    if (!matcher.matches()) {
      throw new InvalidValueException(
          "must be value=role@account,..., such as belfry-admins=admin@"
              + "0c1f2a90-7b4e-4d53-8e0a-93d5b8f1c247, with the roles viewer, responder, editor,"
              + " admin and owner, and ids of accounts");
    }
    return new ClaimRole(
        matcher.group(1).strip(), matcher.group(2), UUID.fromString(matcher.group(3)));
  }
}
