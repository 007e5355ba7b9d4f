package dev.belfry.monitoring.channel;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.seal.IdTokens;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The addresses at which PagerDuty and Opsgenie tell what people did there about the alerts of a
 * channel. Tokens are not stored.
 */
public final class ChannelHooks {
  private static final String PURPOSE = "belfry channel hook ";

  private final String base;
  private final IdTokens tokens;

  private ChannelHooks(String base, List<String> secrets) {
    this.base = base;
    this.tokens = new IdTokens(secrets);
  }

  /**
   * The addresses of an installation. Without a public address they work on its machine only.
   *
   * @param secrets secrets of API keys: the first signs and all verify
   */
  public static ChannelHooks of(Config config, List<String> secrets) {
    return new ChannelHooks(PublicAddress.of(config), secrets);
  }

  /**
   * The address of a channel, empty for a type without one.
   *
   * @param shown whether the caller may see the token
   */
  Optional<String> address(long channel, ChannelType type, boolean shown) {
    String token = shown ? tokens.of(PURPOSE, new UUID(0, channel)) : IdTokens.HIDDEN;
    String hook = base + "/v1/alert-hooks/" + token;
    return switch (type) {
      case PAGERDUTY -> Optional.of(hook + "/pagerduty");
      case OPSGENIE -> Optional.of(hook + "/opsgenie");
      case EMAIL, SLACK, SLACK_APP, WEBHOOK, SMS, CALL, MEMBER -> Optional.empty();
    };
  }

  /** The channel of a token, empty when the token is not genuine. */
  public OptionalLong verify(String token) {
    return tokens
        .verify(PURPOSE, token)
        .map(id -> OptionalLong.of(id.getLeastSignificantBits()))
        .orElseGet(OptionalLong::empty);
  }
}
