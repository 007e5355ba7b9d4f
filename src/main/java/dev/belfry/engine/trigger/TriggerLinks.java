package dev.belfry.engine.trigger;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.seal.IdTokens;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The trigger URLs of an installation. Their tokens are not stored. */
public final class TriggerLinks {
  private static final String PURPOSE = "belfry trigger ";

  private final String base;
  private final IdTokens tokens;

  private TriggerLinks(String base, List<String> secrets) {
    this.base = base;
    this.tokens = new IdTokens(secrets);
  }

  /**
   * The links of an installation.
   *
   * @param secrets secrets of API keys: the first signs and all verify, so that URLs stay valid
   *     when a secret is rotated
   */
  public static TriggerLinks of(Config config, List<String> secrets) {
    return new TriggerLinks(PublicAddress.of(config), secrets);
  }

  /** The token of a trigger: 64 characters that need no escaping in an address. */
  String token(UUID nonce) {
    return tokens.of(PURPOSE, nonce);
  }

  /** The address that runs a subject. */
  String url(TriggerSubject subject, String token) {
    return base + "/" + subject.path() + "/trigger/" + token;
  }

  /** The nonce of the trigger of a token, empty when the token is not genuine. */
  Optional<UUID> verify(String token) {
    return tokens.verify(PURPOSE, token);
  }
}
