package dev.belfry.monitoring.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is in force for a check after its group and its account had their say. The engine reads
 * settings from here and nowhere else.
 *
 * @param check the check's settings with the group's put over them and the account's runtime in
 *     place of none
 * @param alertSettings the ones in force, not those the check merely holds
 */
public record EffectiveSettings(CheckSettings check, AlertSettings alertSettings) {

  /**
   * Resolves the settings of one check (design, "Alert settings in force" and "Groups").
   *
   * @param group null for a check that is in no group
   */
  public static EffectiveSettings of(
      CheckSettings check, @Nullable GroupSettings group, AccountSettings account) {
    CheckSettings shared = group == null ? check : GroupOverlay.over(check, group);
    CheckSettings.Alerting alerting = shared.alerting();
    return new EffectiveSettings(
        withRuntime(shared, account.runtimeId()),
        alerting.useGlobalAlertSettings() ? account.alertSettings() : alerting.alertSettings());
  }

  /** Whether the check runs at all. */
  public boolean activated() {
    return check.activity().activated();
  }

  /** Whether messages are withheld; alert state and incidents go on. */
  public boolean muted() {
    return check.activity().muted();
  }

  /** Strategy for failed runs, null for no retries. */
  public @Nullable RetryStrategy retryStrategy() {
    return check.execution().retryStrategy();
  }

  /** Runtime version, null when check, group and account name none. */
  public @Nullable String runtimeId() {
    return check.identity().runtimeId();
  }

  /** Tags of the check, then those of the group that it has not. */
  public List<String> tags() {
    return check.identity().tags();
  }

  /** Ids of the channels that are told, those of the check first; inactive links are left out. */
  public List<Long> channelIds() {
    return check.alerting().alertChannelSubscriptions().stream()
        .filter(Subscription::activated)
        .map(Subscription::alertChannelId)
        .toList();
  }

  private static CheckSettings withRuntime(CheckSettings check, @Nullable String fallback) {
    CheckSettings.Identity identity = check.identity();
    if (identity.runtimeId() != null) {
      return check;
    }
    return new CheckSettings(
        identity.with(identity.tags(), fallback),
        check.activity(),
        check.schedule(),
        check.locations(),
        check.execution(),
        check.expectation(),
        check.alerting());
  }
}
