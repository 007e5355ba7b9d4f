package dev.belfry.statuspages.subscription;

/**
 * The delivery lane of a subscriber: all e-mail has one, all text messages have one, and the
 * webhooks of a host share one, so that slow receivers at one host hold the places of one lane.
 */
final class SubscriberLane {
  /** SQL expression of the lane; it replaces {@code {lane}} in statements with a row {@code r}. */
  static final String SQL =
      """
      CASE r.type WHEN 'EMAIL' THEN '%s' WHEN 'SMS' THEN '%s' ELSE 'hook:' || coalesce(rtrim(lower(substring(
        r.address_key FROM '^[^:/]+://(?:[^/?#]*@)?(\\[[^]]*\\]|[^/?#:]*)')), '.'), '') END"""
          .formatted(Announcements.MAIL_LANE, Announcements.SMS_LANE);

  private SubscriberLane() {}
}
