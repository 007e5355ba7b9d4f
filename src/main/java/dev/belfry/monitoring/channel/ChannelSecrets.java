package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Seals the secrets in the configurations of channels for the database, unseals them for senders.
 */
public final class ChannelSecrets {
  private final Sealer sealer;

  public ChannelSecrets(Sealer sealer) {
    this.sealer = sealer;
  }

  /**
   * A configuration with its secrets as they were given, for a sender.
   *
   * @param stored what the column {@code config} holds; stays as it is
   * @throws dev.belfry.platform.seal.UnsealException when a secret was sealed with a key that is
   *     not configured
   */
  public ObjectNode unsealed(UUID account, long channel, ObjectNode stored) {
    ChannelConfig config = changed(account, channel, ChannelCodec.config(stored), sealer::unseal);
    return JsonText.parse(ChannelCodec.text(config));
  }

  /** The secrets and other credentials in a configuration that has been unsealed. */
  public static List<String> in(ChannelType type, ObjectNode unsealed) {
    ChannelConfig config = ChannelCodec.config(unsealed);
    return Stream.concat(
            ConfigMember.SECRETS.stream().map(config::value),
            CredentialMask.in(type, config).stream())
        .filter(value -> !value.isBlank())
        .toList();
  }

  /** A configuration as it was sent, with its secrets sealed. */
  ChannelConfig sealed(UUID account, long channel, ChannelConfig sent) {
    return changed(account, channel, sent, sealer::seal);
  }

  /** A stored configuration with all secrets sealed with the newest key. */
  ChannelConfig renewed(UUID account, long channel, ChannelConfig stored) {
    return changed(account, channel, stored, sealer::renew);
  }

  /** A stored configuration to be compared, with another text for what cannot be unsealed. */
  ChannelConfig plain(UUID account, long channel, ChannelConfig stored) {
    return changed(account, channel, stored, sealer::unsealOrLost);
  }

  private static ChannelConfig changed(
      UUID account,
      long channel,
      ChannelConfig config,
      BiFunction<SealContext, String, String> change) {
    return config.withSecrets(
        (secret, value) ->
            change.apply(
                new SealContext("alert_channels." + secret.wire(), account, Long.toString(channel)),
                value));
  }
}
