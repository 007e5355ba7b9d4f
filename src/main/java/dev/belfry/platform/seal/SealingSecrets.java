package dev.belfry.platform.seal;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Chooses the secrets that seal and unseal. Every earlier secret still unseals. */
public final class SealingSecrets {
  private SealingSecrets() {}

  /**
   * The configured sealing keys, then the secrets that sign API keys, then the one that the service
   * made itself: the first of these seals, all unseal.
   *
   * @param kept the signing secret in the database, empty when none was ever needed
   * @throws IllegalArgumentException when there is none at all
   */
  public static Sealer sealer(Config.Keys keys, Optional<String> kept) {
    List<String> secrets = new ArrayList<>();
    keys.sealing().stream().map(Secret::value).forEach(secrets::add);
    keys.secrets().stream().map(Secret::value).forEach(secrets::add);
    kept.ifPresent(secrets::add);
    if (secrets.isEmpty()) {
      throw new IllegalArgumentException("no secret to seal with");
    }
    return Sealer.of(secrets);
  }

  /** Whether what seals lies in the database beside what it seals. */
  public static boolean liesInTheDatabase(Config.Keys keys) {
    return keys.sealing().isEmpty() && keys.secrets().isEmpty();
  }
}
