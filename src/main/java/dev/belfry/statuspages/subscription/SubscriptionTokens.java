package dev.belfry.statuspages.subscription;

import dev.belfry.platform.seal.IdTokens;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The tokens in links to subscribers, each for one purpose. Tokens are not stored. */
final class SubscriptionTokens {
  private final IdTokens tokens;

  /** The purpose of a link; a token is valid for one purpose. */
  enum Purpose {
    CONFIRM,
    UNSUBSCRIBE
  }

  /**
   * @param secrets secrets of API keys: the first signs and all verify, so that links stay valid
   *     when a secret is rotated
   */
  SubscriptionTokens(List<String> secrets) {
    tokens = new IdTokens(secrets);
  }

  /** The token of a link: 64 characters that need no escaping in an address. */
  String of(Purpose purpose, UUID subscription) {
    return tokens.of(prefix(purpose), subscription);
  }

  /** The subscription of a token, empty when the token is not genuine. */
  Optional<UUID> verify(Purpose purpose, String token) {
    return tokens.verify(prefix(purpose), token);
  }

  /**
   * The code of six digits that confirms a phone number.
   *
   * @param sent how many codes the subscription was sent, this one included; each is another one
   */
  String code(UUID subscription, int sent) {
    return tokens.code(codePurpose(sent), subscription);
  }

  /** Whether somebody entered the code of {@link #code}. */
  boolean isCode(UUID subscription, int sent, String entered) {
    return tokens.isCode(codePurpose(sent), subscription, entered);
  }

  private static String codePurpose(int sent) {
    return "belfry subscription code " + sent + ' ';
  }

  private static String prefix(Purpose purpose) {
    return "belfry subscription " + purpose + ' ';
  }
}
