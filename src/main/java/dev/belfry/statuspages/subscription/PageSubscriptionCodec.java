package dev.belfry.statuspages.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The JSON of subscriptions (wire contract 2.3). */
final class PageSubscriptionCodec {
  private static final String TYPE = "type";
  private static final String CONFIG = "config";
  private static final String AUTO_VERIFY = "autoVerify";
  private static final String SUBSCRIPTIONS = "subscriptions";
  private static final String STATUS = "status";

  private PageSubscriptionCodec() {}

  /** The draft in a body that subscribes one address. */
  static SubscriptionDraft draft(ObjectNode body) {
    return draft(body, isAutoVerified(body), ChoiceDraft.read(new FieldReader(body)));
  }

  /** The drafts in a body that subscribes many addresses. */
  static List<SubscriptionDraft> drafts(ObjectNode body) {
    boolean autoVerify = isAutoVerified(body);
    List<SubscriptionDraft> drafts = new ArrayList<>();
    body.path(SUBSCRIPTIONS)
        .forEach(address -> drafts.add(draft(address, autoVerify, ChoiceDraft.NONE)));
    return drafts;
  }

  private static SubscriptionDraft draft(JsonNode address, boolean autoVerify, ChoiceDraft choice) {
    FieldReader subscription = new FieldReader(address);
    return new SubscriptionDraft(
        subscription.text(TYPE, SubscriptionType::valueOf),
        subscription.text(CONFIG),
        autoVerify,
        false,
        choice);
  }

  private static boolean isAutoVerified(ObjectNode body) {
    return body.path(AUTO_VERIFY).asBoolean();
  }

  /** JSON pointer of the address in a body that subscribes one. */
  static String addressPointer() {
    return "/" + CONFIG;
  }

  /** JSON pointer of an address in a body that subscribes many. */
  static String addressPointer(int index) {
    return "/" + SUBSCRIPTIONS + "/" + index + "/" + CONFIG;
  }

  /** The JSON text of a subscription. */
  static String json(SubscriptionRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .plain(TYPE, row.type().name())
        .string("address", row.address())
        .plain(STATUS, row.status().name())
        .raw(ChoiceDraft.SERVICES, services(row.choice()))
        .plain(ChoiceDraft.FREQUENCY, row.choice().schedule().frequency().name())
        .number(ChoiceDraft.HOUR, hour(row.choice().schedule()))
        .string(ChoiceDraft.TIMEZONE, ChoiceColumns.zone(row.choice().schedule()))
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }

  private static @Nullable Long hour(DigestSchedule schedule) {
    return schedule.isImmediate() ? null : Long.valueOf(schedule.hour());
  }

  private static String services(SubscriptionChoice choice) {
    List<UUID> services = choice.services();
    return services == null
        ? "null"
        : JsonText.array(
            services.stream()
                .map(id -> JsonText.object().plain("id", id.toString()).end())
                .toList());
  }

  /** The JSON text of the outcome for many addresses. */
  static String json(PageSubscribers.Outcome outcome) {
    return JsonText.object()
        .number("created", (long) outcome.created())
        .number("skipped", (long) outcome.skipped())
        .plain(STATUS, outcome.status().name())
        .end();
  }
}
