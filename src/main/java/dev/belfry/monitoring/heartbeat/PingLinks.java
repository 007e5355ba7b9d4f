package dev.belfry.monitoring.heartbeat;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.seal.IdTokens;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The ping URLs of heartbeat monitors. Their tokens are not stored. */
public final class PingLinks {
  private static final String PURPOSE = "belfry ping ";

  private final String base;
  private final IdTokens tokens;

  private PingLinks(String base, List<String> secrets) {
    this.base = base;
    this.tokens = new IdTokens(secrets);
  }

  /**
   * The links of an installation.
   *
   * @param secrets secrets of API keys: the first signs and all verify, so that URLs stay valid
   *     when a secret is rotated
   */
  public static PingLinks of(Config config, List<String> secrets) {
    return new PingLinks(PublicAddress.of(config), secrets);
  }

  /** The token of a monitor: 64 characters that need no escaping in an address. */
  public String token(UUID monitor) {
    return tokens.of(PURPOSE, monitor);
  }

  /** The address for pings with a token. */
  public String url(String token) {
    return base + "/ping/" + token;
  }

  /** The monitor of a token, empty when the token is not genuine. */
  public Optional<UUID> verify(String token) {
    return tokens.verify(PURPOSE, token);
  }
}
