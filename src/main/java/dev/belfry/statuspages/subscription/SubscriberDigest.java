package dev.belfry.statuspages.subscription;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

/**
 * The content of a digest for a subscriber.
 *
 * @param message the page, the subscriber and the links
 * @param zone the subscriber's time zone
 * @param since beginning of the time that it tells of
 * @param incidents those that changed, the last changed first
 * @param more how many there are beyond these
 */
public record SubscriberDigest(
    SubscriberMessage message,
    DigestFrequency frequency,
    ZoneId zone,
    Instant since,
    List<Incident> incidents,
    long more) {
  public SubscriberDigest {
    incidents = List.copyOf(incidents);
  }

  /**
   * An incident that changed.
   *
   * @param status that of its newest update
   * @param services names of its services that the page shows
   * @param began when its first update was public
   * @param changed when its newest update was public
   */
  public record Incident(
      UUID id, String name, String status, List<String> services, Instant began, Instant changed) {
    public Incident {
      services = List.copyOf(services);
    }
  }
}
