package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The link of a check or a group to an alert channel (specification, "Alert channel subscription").
 *
 * @param alertChannelId positive
 * @param activated false keeps the link but sends nothing through it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Subscription(long alertChannelId, boolean activated) {
  @JsonCreator
  static Subscription of(
      @JsonProperty(value = "alertChannelId", required = true) long alertChannelId,
      @JsonProperty("activated") @Nullable Boolean activated) {
    return new Subscription(alertChannelId, activated == null || activated);
  }

  /**
   * The subscriptions of a check together with those of its group: one for each channel, the
   * check's first, active when either is.
   */
  static List<Subscription> union(List<Subscription> check, List<Subscription> group) {
    Map<Long, Subscription> byChannel = new LinkedHashMap<>();
    for (List<Subscription> side : List.of(check, group)) {
      for (Subscription one : side) {
        byChannel.merge(
            one.alertChannelId,
            one,
            (a, b) -> new Subscription(a.alertChannelId, a.activated || b.activated));
      }
    }
    return List.copyOf(byChannel.values());
  }
}
