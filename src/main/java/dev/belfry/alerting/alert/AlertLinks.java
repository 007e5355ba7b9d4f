package dev.belfry.alerting.alert;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.seal.IdTokens;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The links in messages to alert channels: to acknowledge an alert, and to forms of the console.
 * Tokens are not stored.
 */
public final class AlertLinks {
  private static final String PURPOSE = "belfry alert acknowledge ";
  private static final String GROUP_PURPOSE = "belfry alert group acknowledge ";

  private final String base;
  private final IdTokens tokens;

  private AlertLinks(String base, List<String> secrets) {
    this.base = base;
    this.tokens = new IdTokens(secrets);
  }

  /**
   * The links of an installation. Without a public address they work on its machine only.
   *
   * @param secrets secrets of API keys: the first signs and all verify, so that links stay valid
   *     when a secret is rotated
   */
  public static AlertLinks of(Config config, List<String> secrets) {
    return new AlertLinks(PublicAddress.of(config), secrets);
  }

  /** The address that acknowledges an alert, empty when there is nothing to acknowledge. */
  public Optional<String> acknowledge(UUID alert, AlertType type) {
    return type.isProblem() ? Optional.of(acknowledge(alert)) : Optional.empty();
  }

  /** The address that acknowledges an alert. */
  public String acknowledge(UUID alert) {
    return base + "/v1/alert-links/" + tokens.of(PURPOSE, alert) + "/acknowledge";
  }

  /** The address that acknowledges all open alerts of a group. */
  public String acknowledgeGroup(UUID group) {
    return base + "/v1/alert-links/" + tokens.of(GROUP_PURPOSE, group) + "/acknowledge";
  }

  /** The address of the page of a monitor, or of a group in its place. */
  public String subject(@Nullable UUID check, @Nullable Long group) {
    return base + "/console/" + (check == null ? "groups/" + group : "monitors/" + check);
  }

  /** The address of the list of monitors with a tag. */
  public String tagged(String tag) {
    return base + "/console/monitors?tag=" + URLEncoder.encode(tag, StandardCharsets.UTF_8);
  }

  /** The address of the form of a channel. */
  public String channel(long id) {
    return base + "/console/channels/" + id + "/edit";
  }

  /** The address of the list of alerts. */
  public String alerts() {
    return base + "/console/alerts";
  }

  /** The address of the list of objectives. */
  public String objectives() {
    return base + "/console/objectives";
  }

  /** The address of the file about all objectives in a month. */
  public String objectiveReport(YearMonth month) {
    return base + "/v1/objectives/report.csv?month=" + month;
  }

  /** The address of a monitor. */
  public String monitor(UUID check) {
    return monitor(base, check);
  }

  /** The same for an installation at an address. */
  static String monitor(String base, UUID check) {
    return base + "/console/monitors/" + check;
  }

  /** The alert of a token, empty when the token is not genuine. */
  Optional<UUID> verify(String token) {
    return tokens.verify(PURPOSE, token);
  }

  /** The group of alerts of a token, empty when the token is not genuine. */
  Optional<UUID> verifyGroup(String token) {
    return tokens.verify(GROUP_PURPOSE, token);
  }
}
