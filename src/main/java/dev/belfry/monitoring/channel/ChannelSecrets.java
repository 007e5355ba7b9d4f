package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;

/** The secrets in the configurations of channels: sealed in the database, plain for who sends. */
public final class ChannelSecrets {
  private final Sealer sealer;

  public ChannelSecrets(Sealer sealer) {
    this.sealer = sealer;
  }

  /**
   * The configuration as whoever sends needs it.
   *
   * @param stored what the column {@code config} holds; stays as it is
   * @throws dev.belfry.platform.seal.UnsealException when a secret was sealed with a key that is
   *     not configured
   */
  public ObjectNode unsealed(UUID account, long channel, ObjectNode stored) {
    return changed(account, channel, stored, sealer::unseal);
  }

  /** The secrets in a configuration that has been unsealed. */
  public static List<String> in(ObjectNode unsealed) {
    return ChannelType.SECRETS.stream()
        .map(secret -> unsealed.path(secret).asText(""))
        .filter(value -> !value.isBlank())
        .toList();
  }

  /** A configuration as it was sent, with its secrets sealed; {@code sent} stays as it is. */
  ObjectNode sealed(UUID account, long channel, ObjectNode sent) {
    return changed(account, channel, sent, sealer::seal);
  }

  /** A stored configuration with all secrets sealed with the newest key. */
  ObjectNode renewed(UUID account, long channel, ObjectNode stored) {
    return changed(account, channel, stored, sealer::renew);
  }

  /** A stored configuration to be compared, with another text for what cannot be unsealed. */
  ObjectNode plain(UUID account, long channel, ObjectNode stored) {
    return changed(account, channel, stored, sealer::unsealOrLost);
  }

  private static ObjectNode changed(
      UUID account,
      long channel,
      ObjectNode config,
      BiFunction<SealContext, String, String> change) {
    ObjectNode changed = config.deepCopy();
    for (String secret : ChannelType.SECRETS) {
      String value = config.path(secret).asText("");
      if (config.hasNonNull(secret) && !value.isBlank()) {
        SealContext place =
            new SealContext("alert_channels." + secret, account, Long.toString(channel));
        changed.put(secret, change.apply(place, value));
      }
    }
    return changed;
  }
}
