package dev.belfry.monitoring.channel;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.api.http.JsonText;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * One subscription that the body of a check or group asks for.
 *
 * @param channelId positive; 0 where the schema has refused the value
 */
public record RequestedSubscription(long channelId, boolean activated) {
  /** Reads the list that a member of a body has. */
  public static Field<List<RequestedSubscription>> read(FieldReader body, String member) {
    return body.list(member, RequestedSubscription::read);
  }

  private static RequestedSubscription read(FieldReader entry) {
    return new RequestedSubscription(
        Objects.requireNonNullElse(entry.number(SubscriptionCodec.CHANNEL).value(), 0L),
        Objects.requireNonNullElse(entry.flag(SubscriptionCodec.ACTIVATED).value(), true));
  }

  /** A list as JSON text in the order of the channels, as the database compares it. */
  public static String sortedText(List<RequestedSubscription> list) {
    return JsonText.array(
        list.stream()
            .sorted(Comparator.comparingLong(RequestedSubscription::channelId))
            .map(RequestedSubscription::text)
            .toList());
  }

  private String text() {
    return new FieldWriter()
        .number(SubscriptionCodec.CHANNEL, Field.of(channelId))
        .flag(SubscriptionCodec.ACTIVATED, Field.of(activated))
        .end();
  }
}
