package dev.belfry.monitoring.group;

import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.check.EnvironmentVariableDraft;
import dev.belfry.monitoring.check.SecretText;
import dev.belfry.monitoring.group.GroupDraft.ApiDefaults;
import dev.belfry.monitoring.group.GroupDraft.BasicAuth;
import dev.belfry.monitoring.group.GroupDraft.Secrets;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Seals the secrets of a group for the database: the values of secret variables, and the password
 * of the defaults for API checks. Answers never show them.
 */
public final class GroupSecrets {
  private final Sealer sealer;

  /** Secrets that are sealed with the keys of an instance. */
  public GroupSecrets(Sealer sealer) {
    this.sealer = sealer;
  }

  /**
   * The value of a group's secret variable, as it was given.
   *
   * @param stored the value in the settings document
   * @throws dev.belfry.platform.seal.UnsealException when it was sealed with a key that is not
   *     configured
   */
  public String unsealed(UUID account, long group, String key, String stored) {
    return sealer.unseal(place(account, group, key), stored);
  }

  /**
   * The password of a group's defaults for API checks, as it was given.
   *
   * @param stored the password in the settings document, may be empty
   * @throws dev.belfry.platform.seal.UnsealException as {@link #unsealed}
   */
  public String unsealedPassword(UUID account, long group, String stored) {
    return sealer.unseal(passwordPlace(account, group), stored);
  }

  /** Secrets as they were sent, sealed. */
  Secrets sealed(UUID account, long group, Secrets sent) {
    return changed(account, group, sent, sealer::seal);
  }

  /** Stored secrets, all sealed with the newest key. */
  Secrets renewed(UUID account, long group, Secrets stored) {
    return changed(account, group, stored, sealer::renew);
  }

  /** Stored secrets as they were given, with another text for one that cannot be unsealed. */
  Secrets plain(UUID account, long group, Secrets stored) {
    return changed(account, group, stored, sealer::unsealOrLost);
  }

  /**
   * Secrets as they may be shown.
   *
   * @param mask what stands for a secret value
   * @param password what stands for the password; it sees the stored one
   */
  static Secrets masked(
      Secrets secrets, Field<String> mask, UnaryOperator<Field<String>> password) {
    return new Secrets(
        eachVariable(
            secrets, variable -> variable.isSecret() ? variable.withValue(mask) : variable),
        basicAuth(
            secrets, auth -> new BasicAuth(password.apply(auth.password()), auth.username())));
  }

  /** Secrets as they were sent, without a mask in place of the password. */
  static Secrets unmasked(Secrets sent) {
    return new Secrets(
        sent.variables(),
        basicAuth(
            sent, auth -> new BasicAuth(SecretText.unmasked(auth.password()), auth.username())));
  }

  /** The same secrets with a password where one is expected and none was sent. */
  static Secrets withPassword(Secrets secrets, String fallback) {
    return new Secrets(
        secrets.variables(),
        basicAuth(
            secrets,
            auth ->
                auth.password().value() == null
                    ? new BasicAuth(Field.of(fallback), auth.username())
                    : auth));
  }

  /** The password among the secrets, empty when there is none. */
  static String password(Secrets secrets) {
    ApiDefaults defaults = secrets.apiCheckDefaults().value();
    BasicAuth auth = defaults == null ? null : defaults.basicAuth().value();
    return auth == null ? "" : Objects.requireNonNullElse(auth.password().value(), "");
  }

  private static Secrets changed(
      UUID account, long group, Secrets secrets, BiFunction<SealContext, String, String> change) {
    return new Secrets(
        eachVariable(secrets, variable -> changed(account, group, variable, change)),
        basicAuth(
            secrets,
            auth ->
                new BasicAuth(
                    auth.password()
                        .map(
                            password ->
                                password.isEmpty()
                                    ? password
                                    : change.apply(passwordPlace(account, group), password)),
                    auth.username())));
  }

  private static EnvironmentVariableDraft changed(
      UUID account,
      long group,
      EnvironmentVariableDraft variable,
      BiFunction<SealContext, String, String> change) {
    if (!variable.isSecret()) {
      return variable;
    }
    SealContext place = place(account, group, key(variable.key().value()));
    return variable.withValue(variable.value().map(value -> change.apply(place, value)));
  }

  private static Field<List<EnvironmentVariableDraft>> eachVariable(
      Secrets secrets, UnaryOperator<EnvironmentVariableDraft> change) {
    return secrets.variables().map(variables -> variables.stream().map(change).toList());
  }

  private static Field<ApiDefaults> basicAuth(Secrets secrets, UnaryOperator<BasicAuth> change) {
    return secrets
        .apiCheckDefaults()
        .map(
            defaults -> {
              BasicAuth auth = defaults.basicAuth().value();
              return auth == null ? defaults : defaults.withBasicAuth(change.apply(auth));
            });
  }

  private static String key(@Nullable String key) {
    return key == null ? "" : key;
  }

  private static SealContext passwordPlace(UUID account, long group) {
    return new SealContext(
        "check_groups.apiCheckDefaults.basicAuth.password", account, Long.toString(group));
  }

  private static SealContext place(UUID account, long group, String key) {
    return new SealContext("check_groups.environmentVariables", account, group + "/" + key);
  }
}
